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
  [["eth_getBlockReceipts"], "a call per transaction instead of one per block"],
  [["eth_getBlockReceipts", "eth_getTransactionReceipt"], "no blocks are stored"],
  [["eth_getLogs"], "tokens that a wallet received before the oldest stored block are not found"],
  [["eth_blockNumber"], "new blocks are not noticed"],
])("without %s: %s", async (methods, effect) => {
  const url = await nodeFailing(NOT_FOUND, ...methods);
  const missing = await findMissingMethods("ethereum", [url]);
  expect(missing).toEqual([expect.objectContaining({ method: methods[0], effect })]);
});

test("polygon needs the encoding of transactions, other chains do not", async () => {
  const url = await nodeFailing(NOT_FOUND, "eth_getRawTransactionByHash");
  expect(await findMissingMethods("ethereum", [url])).toEqual([]);
  expect(await findMissingMethods("polygon", [url])).toHaveLength(1);
});

test("a method that fails for another reason is not missing", async () => {
  const url = await nodeFailing({ code: -32000, message: "header not found" }, "eth_call");
  expect(await findMissingMethods("ethereum", [url])).toEqual([]);
});

test("a node that does not respond is left out", async () => {
  expect(await findMissingMethods("ethereum", ["http://127.0.0.1:1"])).toEqual([]);
});
