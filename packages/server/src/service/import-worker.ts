// Worker thread that parses and verifies the blocks of files, so that several processors do.
import { parentPort, workerData } from "node:worker_threads";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { readBlock } from "../ingest/read-block.ts";
import { parseBlocks } from "../source/file.ts";
import { verifyBlock } from "../verify/verify.ts";
import { assertChain, type ImportedChain } from "./import-checks.ts";
import type { FileBlock, WorkerReply, WorkerTask } from "./import-threads.ts";

const { verification, chainId } = workerData as ImportedChain;

/** Parses and verifies a block. */
function read(source: RpcBlockWithReceipts): FileBlock {
  const { number, hash } = source.block;
  let block: FileBlock = { number: Number(number), hash };
  try {
    assertChain(source, chainId);
    block = { ...block, change: readBlock(source) };
    verifyBlock(source, verification, { senders: "all" });
    return block;
  } catch (error) {
    return { ...block, problem: (error as Error).message };
  }
}

function handle({ document, from, below, knownUpTo }: WorkerTask): FileBlock[] {
  return parseBlocks(document).flatMap((source) => {
    const { number, hash } = source.block;
    const at = Number(number);
    if (at < from || at >= below) {
      return [];
    }
    return at <= knownUpTo ? { number: at, hash } : read(source);
  });
}

parentPort?.on("message", (task: WorkerTask) => {
  const { id } = task;
  let reply: WorkerReply;
  try {
    reply = { id, blocks: handle(task) };
  } catch (error) {
    const { name, message } = error as Error;
    reply = { id, error: { name, message } };
  }
  parentPort?.postMessage(reply);
});
