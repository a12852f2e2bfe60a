// Worker thread that parses and verifies the blocks of files, so that several processors do.
import { parentPort, workerData } from "node:worker_threads";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { readBlock } from "../ingest/read-block.ts";
import { parseBlocks, readDocuments } from "../source/file.ts";
import { verifyBlock } from "../verify/verify.ts";
import { assertChain } from "./import-checks.ts";
import type {
  FileBlock,
  Selection,
  WorkerReply,
  WorkerStart,
  WorkerTask,
} from "./import-threads.ts";

const { verification, chainId, isClosing } = workerData as WorkerStart;

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

function readDocument(document: Uint8Array, { from, below, knownUpTo }: Selection): FileBlock[] {
  return parseBlocks(document).flatMap((source) => {
    const { number, hash } = source.block;
    const at = Number(number);
    if (at < from || at >= below) {
      return [];
    }
    return at <= knownUpTo ? { number: at, hash } : read(source);
  });
}

async function handle(task: WorkerTask): Promise<FileBlock[]> {
  if ("document" in task) {
    return readDocument(task.document, task);
  }
  const blocks: FileBlock[] = [];
  const parse = async (document: Uint8Array) => readDocument(document, task);
  for await (const parsed of readDocuments(task.file, parse)) {
    blocks.push(...(await parsed()));
  }
  return blocks;
}

parentPort?.on("message", async (task: WorkerTask | undefined) => {
  if (!task || Atomics.load(isClosing, 0) === 1) {
    parentPort?.close();
    return;
  }
  const { id } = task;
  let reply: WorkerReply;
  try {
    reply = { id, blocks: await handle(task) };
  } catch (error) {
    const { name, message } = error as Error;
    reply = { id, error: { name, message } };
  }
  parentPort?.postMessage(reply);
});
