// Worker thread that parses and verifies the blocks of files, so that several processors do.
import { parentPort, workerData } from "node:worker_threads";
import { isChainId } from "../chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { type CheckedBlock, checkBlock } from "../ingest/verified-blocks.ts";
import { parseDocument } from "../source/block-files.ts";
import type { StoredRange, WorkerReply, WorkerStart, WorkerTask } from "./import-threads.ts";

const { verification, chainId, isClosing } = workerData as WorkerStart;

function check(source: RpcBlockWithReceipts, stored: StoredRange | undefined): CheckedBlock {
  const { hash } = source.block;
  const number = Number(source.block.number);
  if (stored && number >= stored.first && number <= stored.last) {
    return { number, hash };
  }
  const problem = findForeignChain(source);
  return problem ? { number, hash, problem } : checkBlock(source, { verification, senders: "all" });
}

/** @returns A problem if a transaction was signed for another chain. */
function findForeignChain({ block }: RpcBlockWithReceipts): Error | undefined {
  const ids = block.transactions.flatMap((each) => (each.chainId == null ? [] : [each.chainId]));
  const other = ids.map(Number).find((id) => !isChainId(id, chainId));
  return other === undefined
    ? undefined
    : new Error(`transactions of chain id ${other}; expected ${chainId}`);
}

function replyTo({ id, document, stored }: WorkerTask): WorkerReply {
  try {
    return { id, blocks: parseDocument(document).map((source) => check(source, stored)) };
  } catch (error) {
    return { id, error: error as Error };
  }
}

parentPort?.on("message", (task: WorkerTask | undefined) => {
  if (!task || Atomics.load(isClosing, 0) === 1) {
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(replyTo(task));
});
