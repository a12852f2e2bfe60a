import { type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import { createLimiter } from "./limiter.ts";
import type { RpcOptions } from "./node-pool.ts";
import { isMethodMissing, type RpcResult } from "./rpc-call.ts";
import { type RpcNode, rpcNode } from "./rpc-node.ts";

/** A method that the service needs, and that fails. */
export interface FailedMethod {
  readonly method: string;
  readonly reason: string;
  /** Whether the node does not have it, rather than fail this time. */
  readonly isMissing: boolean;
  /** Whether the service does without. */
  readonly level: "warning" | "problem";
  readonly effect: string;
}

export interface MissingMethod extends FailedMethod {
  readonly host: string;
}

const TIMEOUT_MS = 3_000;
/** State syncs of polygon are read in their encoding. */
const NEEDS_RAW_TRANSACTIONS = "polygon";

const SLOWER = "a call per transaction instead of one per block";
const MORE_CALLS = "without block hashes (EIP-1898), balances take two more calls per block";
const UNDISCOVERED = "tokens that a wallet received before the oldest stored block are not found";

/**
 * Tries the methods that the service needs besides those that return blocks.
 *
 * @param hash Block that the node has.
 * @throws NodeFailureError if the node does not respond.
 */
export async function findFailedMethods(
  { call }: Pick<RpcNode, "call">,
  chain: string,
  hash: Hex,
): Promise<FailedMethod[]> {
  const contract = { to: ZERO_ADDRESS, data: "0x", gas: "0x7a120" };
  const [number, receipts, receipt, atHash, atLatest, logs, raw] = await Promise.all([
    call("eth_blockNumber"),
    call("eth_getBlockReceipts", hash),
    call("eth_getTransactionReceipt", hash),
    call("eth_call", contract, { blockHash: hash }),
    call("eth_call", contract, "latest"),
    call("eth_getLogs", { blockHash: hash, address: ZERO_ADDRESS }),
    chain === NEEDS_RAW_TRANSACTIONS ? call("eth_getRawTransactionByHash", hash) : undefined,
  ]);
  const needed: readonly [string, RpcResult | undefined, FailedMethod["level"], string][] = [
    ["eth_blockNumber", number, "problem", "new blocks are not noticed"],
    receipt.ok
      ? ["eth_getBlockReceipts", receipts, "warning", SLOWER]
      : ["eth_getBlockReceipts", receipts, "problem", "no blocks are stored"],
    atLatest.ok
      ? ["eth_call", atHash, "warning", MORE_CALLS]
      : ["eth_call", atLatest, "problem", "balances, names and metadata of tokens are not read"],
    ["eth_getLogs", logs, "warning", UNDISCOVERED],
    ["eth_getRawTransactionByHash", raw, "problem", "blocks with a state sync are not stored"],
  ];
  return needed.flatMap(([method, result, level, effect]) =>
    result?.ok === false
      ? [{ method, reason: result.message, isMissing: isMethodMissing(result), level, effect }]
      : [],
  );
}

/**
 * Finds the methods that nodes do not have, after `assertChainIds`. A node that does not respond, or has no block yet, is
 * left out.
 */
export async function findMissingMethods(
  chain: string,
  urls: readonly string[],
  { headers, rate }: Pick<RpcOptions, "headers" | "rate"> = {},
): Promise<MissingMethod[]> {
  const found = await Promise.all(
    urls.map(async (url) => {
      const limiter = createLimiter(rate);
      await limiter.acquire(1);
      const node = rpcNode(url, headers, TIMEOUT_MS);
      const call: RpcNode["call"] = (...args) => limiter.acquire(1).then(() => node.call(...args));
      const failed = await failedOf(call, chain).catch(() => []);
      const missing = failed.filter(({ isMissing }) => isMissing);
      return missing.map((each) => ({ ...each, host: node.host }));
    }),
  );
  return found.flat();
}

async function failedOf(call: RpcNode["call"], chain: string): Promise<FailedMethod[]> {
  const latest = await call("eth_getBlockByNumber", "latest", false);
  const hash = String(latest.ok && Object(latest.value).hash);
  return /^0x[0-9a-f]{64}$/i.test(hash) ? findFailedMethods({ call }, chain, hash as Hex) : [];
}
