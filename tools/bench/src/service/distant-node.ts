import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Listening, listenAt } from "@chainkit/command";
import { toQuantity } from "@chainkit/server/abi";
import type { RpcBlockWithReceipts } from "@chainkit/server/signed-copies";

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * Serves blocks as a node far away would: each request takes as long, however many there are. Results are bytes
 * that are ready, because such a node takes no time of these processors.
 */
export async function distantNode(
  blocks: readonly RpcBlockWithReceipts[],
  delayMs: number,
): Promise<Listening> {
  const results = new Map<string, Buffer>();
  const set = (call: string, result: unknown) => results.set(call, toBytes(JSON.stringify(result)));
  for (const { block, receipts } of blocks) {
    set(`eth_getBlockByNumber ${block.number} true`, block);
    set(`eth_getBlockReceipts ${block.number}`, receipts);
  }
  set("eth_chainId", "0x1");
  set("eth_blockNumber", toQuantity(Number(blocks.at(-1)?.block.number)));
  const respond = ({ id, method, params }: Call): Buffer[] => [
    toBytes(`{"jsonrpc":"2.0","id":${id},"result":`),
    results.get([method, ...params].join(" ")) ?? toBytes("null"),
    toBytes("}"),
  ];
  const server = createServer(async (request, response) => {
    const body: Call | Call[] = JSON.parse((await request.toArray()).join(""));
    await wait(delayMs);
    response.setHeader("content-type", "application/json");
    response.end(Buffer.concat(Array.isArray(body) ? listOf(body.map(respond)) : respond(body)));
  });
  return listenAt(server);
}

const toBytes = (text: string): Buffer => Buffer.from(text);

/** The parts of a JSON list of values, each in parts. */
function listOf(values: readonly Buffer[][]): Buffer[] {
  const parts = values.flatMap((value, at) => [toBytes(at === 0 ? "[" : ","), ...value]);
  return [...parts, toBytes("]")];
}
