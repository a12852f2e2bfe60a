import { join } from "node:path";
import { expect, test } from "vitest";
import { findMissingMethods } from "../src/source/needed-methods.ts";
import { startServe } from "./support/command.ts";
import { fakeProvider } from "./support/provider.ts";
import { temporaryFolder } from "./support/support.ts";

const HASH = `0x${"ab".repeat(32)}`;

/** A node that has a block, and fails these methods with an error. */
async function nodeFailing(error: { code: number; message: string }, ...methods: string[]) {
  const { url } = await fakeProvider(
    ({ method }) => ({
      result: method === "eth_getBlockByNumber" ? { hash: HASH, number: "0x0" } : "0x",
    }),
    {
      chainId: 1,
      head: "0x0",
      outcome: ({ method }) => (methods.includes(method) ? { error } : undefined),
    },
  );
  return url;
}

const NOT_FOUND = { code: -32601, message: "the method is not there" };

test("serve says at start which method a node lacks, and what is missing without it", async () => {
  const url = await nodeFailing(NOT_FOUND, "eth_call");
  const own = ["--data", join(temporaryFolder(), "data")];
  const serving = await startServe(["--chain", `ethereum=${url}`, ...own]);
  const { msg, ...facts } = JSON.parse((await serving.until(/^\{.*the node lacks .*\}$/m))[0]);
  expect(msg).toBe("the node lacks eth_call: balances, names and metadata of tokens are not read");
  expect(facts).toMatchObject({
    chain: "ethereum",
    host: new URL(url).host,
    method: "eth_call",
    reason: NOT_FOUND.message,
  });
});

test.each([
  ["warning", ["eth_getBlockReceipts"], "a call per transaction instead of one per block"],
  ["problem", ["eth_getBlockReceipts", "eth_getTransactionReceipt"], "no blocks are stored"],
  ["problem", ["eth_call"], "balances, names and metadata of tokens are not read"],
  ["problem", ["eth_blockNumber"], "new blocks are not noticed"],
  ["problem", ["eth_getRawTransactionByHash"], "blocks with a state sync are not stored"],
  [
    ...["warning", ["eth_getLogs"]],
    "tokens that a wallet received before the oldest stored block are not found",
  ],
] as [string, string[], string][])("%s without %s: %s", async (level, methods, effect) => {
  const url = await nodeFailing(NOT_FOUND, ...methods);
  const [method] = methods;
  const { host } = new URL(url);
  const reason = NOT_FOUND.message;
  const missing = [{ host, method, reason, isMissing: true, level, effect }];
  expect(await findMissingMethods("polygon", [url])).toEqual(missing);
  const isOfPolygon = method === "eth_getRawTransactionByHash";
  expect(await findMissingMethods("ethereum", [url])).toEqual(isOfPolygon ? [] : missing);
});

test("balances take more calls without block hashes", async () => {
  const { url } = await fakeProvider(() => ({ result: { hash: HASH } }), {
    outcome: ({ params }) => (Object(params[1]).blockHash ? { error: NOT_FOUND } : undefined),
  });
  expect(await findMissingMethods("ethereum", [url])).toEqual([
    {
      ...{ host: new URL(url).host, method: "eth_call", reason: NOT_FOUND.message },
      ...{ isMissing: true, level: "warning" },
      effect: "without block hashes (EIP-1898), balances take two more calls per block",
    },
  ]);
});

test("a node that fails otherwise, or does not respond, lacks no method", async () => {
  const url = await nodeFailing({ code: -32000, message: "header not found" }, "eth_call");
  expect(await findMissingMethods("ethereum", [url, "http://127.0.0.1:1"])).toEqual([]);
});
