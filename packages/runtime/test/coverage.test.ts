import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listenAt } from "../../command/src/serve.ts";
import { coverages } from "../src/coverage.ts";
import {
  type ApiCall,
  type Coverage,
  createClient,
  listings,
  type Operation,
  type PagedCall,
  queries,
} from "../src/index.ts";

const read = (text: string) =>
  coverages.readCoverage(new Headers({ "item-coverage": text }), "item-coverage");

test.each([
  [
    "from=5, to=7, balances=7, complete=?0, pending=0, unreadable=0",
    { from: 5, to: 7, balances: 7, complete: false, pending: 0, unreadable: 0 },
  ],
  ["from=0,to=7,complete", { from: 0, to: 7, complete: true }],
  ["complete=?1;since=5", { complete: true }],
  ['note="a, complete, b", from=1', { from: 1 }],
  ["from=1.5, to=token, complete=(a b)", {}],
  ["", {}],
])("reads %s", (text, coverage) => {
  expect(read(text)).toEqual(coverage);
});

test("a response has the coverage that it states, if its operation documents one", async () => {
  const server = createServer((request, response) => {
    const stated = request.url === "/silent" ? {} : { "item-coverage": "from=5, complete=?0" };
    response.writeHead(200, { "content-type": "application/json", ...stated }).end("{}");
  });
  const { url: baseUrl, close } = await listenAt(server);
  onTestFinished(close);
  const rule = { method: "GET", path: "/items" } as const;
  type Call = () => ApiCall<unknown, Error>;
  const client = createClient<Record<"stated" | "silent" | "other", Call>>(
    {
      stated: { ...rule, coverage: "item-coverage" },
      silent: { ...rule, path: "/silent", coverage: "item-coverage" },
      other: rule,
    },
    { baseUrl },
    [coverages],
  );
  const coverageOf = async (call: Call) => (await call().withResponse()).coverage;
  expect(await coverageOf(client.stated)).toEqual({ from: 5, complete: false });
  expect(await coverageOf(client.silent)).toBeUndefined();
  expect(await coverageOf(client.other)).toBeUndefined();
  expect(await client.stated().result()).toMatchObject({ coverage: { from: 5 } });
});

test.each<[string, Coverage | undefined, Coverage | undefined, Coverage | undefined]>([
  ["later first block", { from: 5 }, { from: 7 }, { from: 7 }],
  ["earlier latest block", { to: 9 }, { to: 8 }, { to: 8 }],
  ["incomplete page", { complete: false }, { complete: true }, { complete: false }],
  ["complete pages", { complete: true }, { complete: true }, { complete: true }],
  [
    "pending",
    { pending: 0, unreadable: 2 },
    { pending: 3, unreadable: 1 },
    { pending: 3, unreadable: 2 },
  ],
  ["same block of balances", { balances: 7 }, { balances: 7 }, { balances: 7 }],
  ["other block of balances", { balances: 7 }, { balances: 8 }, {}],
  ["member that one lacks", { from: 5, complete: true }, { from: 5 }, { from: 5 }],
  ["page that states nothing", { from: 5 }, undefined, undefined],
])("two pages cover what both do: %s", (_, one, other, both) => {
  expect(coverages.narrowCoverage(one, other)).toEqual(both);
  expect(coverages.narrowCoverage(other, one)).toEqual(both);
});

test("a listing has what the pages cover that were received so far", async () => {
  const stated = ["from=6, to=9, complete", "from=5, to=9, complete=?0", undefined];
  const fetch = async (url: string | Request) => {
    const at = Number(new URL(String(url)).searchParams.get("cursor"));
    const { [at]: text } = stated;
    const cursor = at + 1 < stated.length ? String(at + 1) : null;
    return Response.json({ items: [at], cursor }, text ? { headers: { covers: text } } : {});
  };
  const listItems: Operation = {
    method: "GET",
    path: "/items",
    parameters: { cursor: { in: "query" } },
    pagination: { cursorParameter: "cursor", cursorField: "cursor", itemsField: "items" },
    coverage: "covers",
  };
  const client = createClient<{ listItems(): PagedCall<unknown, number, unknown> }>(
    { listItems },
    { baseUrl: "http://localhost", fetch },
    [coverages, listings, queries],
  );
  const call = client.listItems();
  expect(call.coverage).toBeUndefined();
  const seen: (Coverage | undefined)[] = [];
  for await (const _ of call) {
    seen.push(call.coverage);
  }
  const [first, both] = [
    { from: 6, to: 9, complete: true },
    { from: 6, to: 9, complete: false },
  ];
  expect(seen).toEqual([first, both, undefined]);
  expect((await call.withResponse()).coverage).toEqual(first);
  await call.toArray();
  expect(call.coverage).toBeUndefined();
});
