import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { serve } from "./support/serve.ts";

const MIB = 2 ** 20;
/** Digits of all results, encoded once. */
const zeros = Buffer.alloc(130 * MIB, "0");

interface Call {
  readonly id: number;
  readonly params: readonly [digits: number];
}

/** A node that returns as many digits as each call asks for. */
async function verboseNode() {
  const sizes: number[] = [];
  const url = await serve(async (request, response) => {
    const content = await json(request);
    const calls = [content].flat() as Call[];
    sizes.push(calls.length);
    response.setHeader("content-type", "application/json");
    response.write(Array.isArray(content) ? "[" : "");
    for (const [at, { id, params }] of calls.entries()) {
      response.write(`${at === 0 ? "" : ","}{"jsonrpc":"2.0","id":${id},"result":"0x`);
      response.write(zeros.subarray(0, params[0]));
      response.write('"}');
    }
    response.end(Array.isArray(content) ? "]" : "");
  });
  return { url, sizes };
}

const calls = (count: number, digits: number) =>
  Array.from({ length: count }, () => ({ method: "eth_call", params: [digits] }));

test("a batch whose results are too long together is split, and every call has its result", async () => {
  const { url, sizes } = await verboseNode();
  const failures: string[] = [];
  const rpc = createRpcClient([url], (_, reason) => failures.push(reason));
  const results = await rpc.batch(calls(34, 4 * MIB));
  const lengths = results.map((result) => (result.ok ? String(result.value).length : result));
  expect(lengths).toEqual(new Array(34).fill(4 * MIB + 2));
  expect(failures).toEqual([]);
  expect(sizes).toEqual([34, 8, 8, 8, 8, 2]);
});

test("a single result that is too long is an error of the node, which names the limit", async () => {
  const { url } = await verboseNode();
  const [call = expect.fail()] = calls(1, 130 * MIB);
  const rpc = createRpcClient([url]);
  await expect(rpc.call(call.method, ...call.params)).rejects.toThrow("more than 128 MiB");
});
