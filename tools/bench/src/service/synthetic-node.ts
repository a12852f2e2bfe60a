// Child process: a node with an endless synthetic chain of so many transactions per block. It holds its responses back from the message
// "pause" to the message "resume".
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { syntheticBlock } from "./synthetic.ts";

/** More blocks than any follower reaches. */
const HEAD = 100_000_000;
/** Number of blocks whose receipts may still be requested. */
const KEPT = 64;

interface Ask {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const perBlock = Number(process.argv[2]);
const kept = new Map<number, ReturnType<typeof syntheticBlock>>();
function blockAt(number: number) {
  const known = kept.get(number) ?? syntheticBlock(number, perBlock);
  kept.set(number, known);
  for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT))) {
    kept.delete(old);
  }
  return known;
}

function answer({ id, method, params: [at] }: Ask) {
  const number = at === "latest" ? HEAD : Number(at);
  switch (method) {
    case "eth_blockNumber":
      return { jsonrpc: "2.0", id, result: `0x${HEAD.toString(16)}` };
    case "eth_chainId":
      return { jsonrpc: "2.0", id, result: "0x89" };
    case "eth_getBlockByNumber":
      return { jsonrpc: "2.0", id, result: blockAt(number).block };
    case "eth_getBlockReceipts":
      // By number alone: no hash is known.
      return { jsonrpc: "2.0", id, result: number <= HEAD ? blockAt(number).receipts : null };
    default:
      return { jsonrpc: "2.0", id, error: { code: -32601, message: `there is no ${method}` } };
  }
}

let held: (() => void)[] | undefined;
process.on("message", (message) => {
  if (message === "pause") {
    held ??= [];
  } else if (message === "resume") {
    const due = held ?? [];
    held = undefined;
    for (const respond of due) {
      respond();
    }
  }
});

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part);
  }
  const asked: Ask | Ask[] = JSON.parse(Buffer.concat(parts).toString());
  const respond = () => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
  };
  if (held) {
    held.push(respond);
  } else {
    respond();
  }
});
server.listen(0, "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on("SIGTERM", () => process.exit());
