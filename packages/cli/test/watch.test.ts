import { once } from "node:events";
import { createInterface } from "node:readline";
import { startDev } from "@chainkit/server";
import { rpcRequest } from "@chainkit/server/json-rpc";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run, serve, start } from "./support.ts";

let dev: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  dev = await startDev();
});
afterAll(() => dev?.stop());

const mine = (blocks: number) => rpcRequest(dev.rpcUrl)("anvil_mine", blocks);

const watching = ["--watch", "--interval", "0.1", "-o", "ndjson"];

test("newest blocks come as they are mined, none left out between two requests", async () => {
  const block = ["get-block", "--chain", "ethereum", "--block", "latest"];
  const env = { CHAINKIT_BASE_URL: dev.url };
  const child = start([...block, ...watching, "--max", "8"], { env });
  const closed = once(child, "close");
  const numbers: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (numbers.length === 0) {
      await mine(7);
    }
    numbers.push(JSON.parse(line).block.number);
  }
  expect(await closed).toEqual([0, null]);
  const [first = 0] = numbers;
  expect(numbers).toEqual(Array.from({ length: 8 }, (_, at) => first + at));
  const table = await run([...block, "--watch", "--max", "1", "-o", "table"], { env });
  expect(table.stdout).toMatch(/^timestamp +number +/);
});

test("the newest transactions of a wallet: each once, the oldest first", async () => {
  const { url } = dev;
  const { getAddressTransactions } = await dev.values();
  const target = String(getAddressTransactions?.walletAddress);
  const args = ["get-address-transactions", "--chain", "ethereum", "--wallet", target];
  const all = await run([...args, "--all"], { env: { CHAINKIT_BASE_URL: url } });
  const known = JSON.parse(all.stdout).map(
    (each: { transaction_hash: string }) => each.transaction_hash,
  );
  const env = { CHAINKIT_BASE_URL: url };
  const { stdout } = await run([...args, ...watching, "--max", String(known.length)], { env });
  const seen = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).transaction_hash);
  expect(seen).toEqual(known.reverse());
});

test("records on pages beyond the first are found, and those that were seen are not printed", async () => {
  const served: { next: number[]; after?: number[] }[] = [
    { next: [3, 2] },
    // Three are new: the page that has one of them before ends the search.
    { next: [6, 5], after: [4, 3] },
    { next: [7, 6] },
  ];
  let poll = -1;
  const { url, requests } = await serve((request, response) => {
    const isNext = request.url?.includes("cursor=");
    poll += isNext ? 0 : 1;
    const { next, after = [] } = served[Math.min(poll, 2)] ?? { next: [] };
    const transactions = (isNext ? after : next).map((n) => ({ n }));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ cursor: isNext ? null : "c", transactions }));
  });
  const args = ["get-latest-transactions", "--chain", "ethereum", ...watching, "--max", "6"];
  const { code, stdout } = await run(args, { env: { CHAINKIT_BASE_URL: url } });
  expect(code).toBe(0);
  expect(stdout.match(/\d+/g)).toEqual(["2", "3", "4", "5", "6", "7"]);
  expect(requests).toHaveLength(4);
});

test("a transient failure is noted and retried; any other ends it", async () => {
  const statuses = [200, 503, 503, 503, 200, 404];
  let at = 0;
  const { url } = await serve((_, response) => {
    const status = statuses[at++] ?? 404;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ block: { number: at } }));
  });
  const args = ["get-block", "--chain", "base", "--block", "5", ...watching];
  const { code, stdout, stderr } = await run(args, { env: { CHAINKIT_BASE_URL: url } });
  expect(code).toBe(7);
  expect(stdout.match(/\d+/g)).toEqual(["1", "5"]);
  expect(stderr).toMatch(/503 .*; trying again\n.*404/s);
});

test("a response that has not changed is not printed again, and what was passed over is fetched", async () => {
  const numbers = [1, 1, 2, 5];
  const { url, requests } = await serve((request, response) => {
    const [, name = ""] = /blocks\/(.+)$/.exec(request.url ?? "") ?? [];
    const number = name === "latest" ? numbers.shift() : Number(name);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ block: { number } }));
  });
  const block = ["get-block", "--chain", "ethereum", "--block", "latest", "--base-url", url];
  const { stdout, stderr } = await run([...block, ...watching, "--max", "5"]);
  expect(stdout).toBe([1, 2, 3, 4, 5].map((number) => `{"block":{"number":${number}}}\n`).join(""));
  expect(stderr).toBe("");
  expect(requests).toHaveLength(6);
});
