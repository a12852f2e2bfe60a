import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { toQuantity } from "@chainkit/server/abi";
import type { RpcBlockWithReceipts } from "@chainkit/server/signed-copies";
import type { BenchContext } from "./context.ts";
import { startService } from "./service.ts";
import { until } from "./until.ts";

const POLL_MS = 50;

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Blocks per second of `serve` behind a node that takes so long for each request. */
export async function serveDistant(
  context: BenchContext,
  blocks: readonly RpcBlockWithReceipts[],
  delayMs: number,
): Promise<number> {
  const node = await distantNode(blocks, delayMs);
  const chain = [
    "--chain",
    `ethereum=${node.url}`,
    "--from",
    String(Number(blocks[0]?.block.number)),
  ];
  const service = await startService(await context.folder(), ...chain);
  const startedAt = performance.now();
  try {
    return await until("all blocks are served", POLL_MS, async () => {
      const added = (await service.metrics()).sum("chainkit_blocks_total");
      const seconds = (performance.now() - startedAt) / 1000;
      return added < blocks.length ? undefined : blocks.length / seconds;
    });
  } finally {
    await service.stop();
    node.close();
  }
}

/** Serves blocks as a node far away would: each request takes as long, however many there are. */
async function distantNode(blocks: readonly RpcBlockWithReceipts[], delayMs: number) {
  const results = new Map<string, string>();
  for (const { block, receipts } of blocks) {
    results.set(`eth_getBlockByNumber ${block.number} true`, JSON.stringify(block));
    results.set(`eth_getBlockReceipts ${block.number}`, JSON.stringify(receipts));
  }
  results.set("eth_chainId", '"0x1"');
  const head = toQuantity(Number(blocks.at(-1)?.block.number));
  results.set("eth_blockNumber", JSON.stringify(head));
  const respond = ({ id, method, params }: Call) =>
    `{"jsonrpc":"2.0","id":${id},"result":${results.get([method, ...params].join(" ")) ?? "null"}}`;
  const server = createServer(async (request, response) => {
    const body: Call | Call[] = JSON.parse((await request.toArray()).join(""));
    await wait(delayMs);
    response.setHeader("content-type", "application/json");
    response.end(Array.isArray(body) ? `[${body.map(respond).join()}]` : respond(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
