import { toQuantity } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcLog } from "../chain/rpc-types.ts";
import type { RpcClient } from "./json-rpc.ts";
import { RpcCallError } from "./rpc-call.ts";

/** Topics of a filter; a list matches any of its members, null everything. */
export type LogTopics = readonly (Hex | readonly Hex[] | null)[];

/** Logs of some successive blocks. */
export interface LogRange {
  readonly from: number;
  readonly to: number;
  readonly logs: readonly RpcLog[];
}

/** Logs of a range that is not made longer: they are in memory at once. */
const MANY_LOGS = 5_000;
/** Successes after which a longer range is tried again: limits of results depend on the blocks. */
const UNTIL_LONGER = 64;

/**
 * Reads logs of many blocks, downwards. Providers refuse ranges of more than a number of blocks or results, each in
 * other words: a range that is refused is halved, and the longest one that is accepted is searched for.
 *
 * @param count Number of blocks that are asked for at first.
 * @throws RpcCallError if the node refuses a single block.
 * @throws Error if the node does not respond.
 * @example
 * for await (const { logs } of readLogs(rpc, [TRANSFER, null, wallets], 0, 17_000_000)) {}
 */
export async function* readLogs(
  rpc: RpcClient,
  topics: LogTopics,
  from: number,
  to: number,
  count = to - from + 1,
): AsyncGenerator<LogRange> {
  let end = to;
  let length = count;
  let refused = Number.POSITIVE_INFINITY;
  let successes = 0;
  while (end >= from) {
    const start = Math.max(from, end - length + 1);
    const asked = end - start + 1;
    const filter = { fromBlock: toQuantity(start), toBlock: toQuantity(end), topics };
    const [result] = await rpc.batch([{ method: "eth_getLogs", params: [filter] }]);
    if (result?.ok && Array.isArray(result.value)) {
      yield { from: start, to: end, logs: result.value };
      end = start - 1;
      successes += 1;
      refused = successes % UNTIL_LONGER === 0 ? Number.POSITIVE_INFINITY : refused;
      length = lengthAfter(asked, refused, result.value.length);
    } else if (asked > 1) {
      refused = asked;
      length = Math.floor(asked / 2);
    } else {
      const reason = result?.ok === false ? result.message : "no list of logs";
      throw new RpcCallError(`eth_getLogs of block ${end}: ${reason}`);
    }
  }
}

/**
 * Returns the length of the next range: between one that was accepted and one that was refused, unless they are close,
 * or less if there were many logs.
 */
function lengthAfter(accepted: number, refused: number, logs: number): number {
  if (logs > MANY_LOGS) {
    return logs > 2 * MANY_LOGS ? Math.ceil(accepted / 2) : accepted;
  }
  if (refused === Number.POSITIVE_INFINITY) {
    return accepted * 2;
  }
  const between = Math.floor((accepted + refused) / 2);
  return between - accepted > accepted / 16 ? between : accepted;
}
