import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { coverages } from "../src/coverage.ts";
import { type ApiCall, createClient } from "../src/index.ts";

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
  }).listen(0);
  onTestFinished(() => void server.close());
  const rule = { method: "GET", path: "/items" } as const;
  const { port } = server.address() as AddressInfo;
  type Call = () => ApiCall<unknown, Error>;
  const client = createClient<Record<"stated" | "silent" | "other", Call>>(
    {
      stated: { ...rule, coverage: "item-coverage" },
      silent: { ...rule, path: "/silent", coverage: "item-coverage" },
      other: rule,
    },
    { baseUrl: `http://127.0.0.1:${port}` },
    [coverages],
  );
  const coverageOf = async (call: Call) => (await call().withResponse()).coverage;
  expect(await coverageOf(client.stated)).toEqual({ from: 5, complete: false });
  expect(await coverageOf(client.silent)).toBeUndefined();
  expect(await coverageOf(client.other)).toBeUndefined();
  expect(await client.stated().result()).toMatchObject({ coverage: { from: 5 } });
});
