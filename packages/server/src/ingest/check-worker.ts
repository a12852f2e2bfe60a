// Worker thread that parses and verifies blocks, so that several processors do.
import { parentPort } from "node:worker_threads";
import { isChainId } from "../chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { parseDocument } from "../source/block-files.ts";
import { parseBlock } from "../source/parse-block.ts";
import type { CheckReply, CheckTask, DocumentChecks } from "./check-threads.ts";
import { type CheckedBlock, type Checks, checkBlock } from "./verified-blocks.ts";

function checkImported(
  source: RpcBlockWithReceipts,
  { verification, chainId, stored }: DocumentChecks,
): CheckedBlock {
  const { hash } = source.block;
  const number = Number(source.block.number);
  if (stored && number >= stored.oldest && number <= stored.tip) {
    return { number, hash };
  }
  const problem = findForeignChain(source, chainId);
  return problem ? { number, hash, problem } : checkBlock(source, { verification, senders: "all" });
}

/** @returns A problem if a transaction was signed for another chain. */
function findForeignChain(
  { block }: RpcBlockWithReceipts,
  chainId: number | undefined,
): Error | undefined {
  const ids = block.transactions.flatMap((each) => (each.chainId == null ? [] : [each.chainId]));
  const other = ids.map(Number).find((id) => !isChainId(id, chainId));
  return other === undefined
    ? undefined
    : new Error(`transactions of chain id ${other}; expected ${chainId}`);
}

function checkResponse(body: Uint8Array, checks: Checks): readonly CheckedBlock[] {
  const source = parseBlock(body);
  const checked = source && checkBlock(source, checks);
  return !checked || checked.problem ? [] : [checked];
}

function blocksOf(task: CheckTask): readonly CheckedBlock[] {
  return task.kind === "response"
    ? checkResponse(task.body, task.checks)
    : parseDocument(task.document).map((source) => checkImported(source, task.checks));
}

function replyTo(task: CheckTask): CheckReply {
  try {
    return { blocks: blocksOf(task) };
  } catch (error) {
    return { error: error as Error };
  }
}

parentPort?.on("message", (task: CheckTask) => parentPort?.postMessage(replyTo(task)));
