import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";

/** Blocks in the order of their numbers, up to the first that is missing. */
export interface FetchedBlocks {
  readonly blocks: readonly (RpcBlockWithReceipts | undefined)[];
  /** Set if a block is missing because a call has failed. */
  readonly failure: { readonly reason: unknown } | undefined;
}

/** Blocks per transaction: enough for the bulk load of every store. */
export const BATCH_SIZE = 32;
/** Blocks that are fetched at once. */
const CONCURRENCY = 8;

/** Fetches blocks, several at once. Blocks before one that is missing, or whose call fails, are kept. */
export async function fetchBlocks(
  source: ChainSource,
  numbers: readonly number[],
): Promise<FetchedBlocks> {
  const blocks: (RpcBlockWithReceipts | undefined)[] = [];
  let failure: FetchedBlocks["failure"];
  let next = 0;
  let end = numbers.length;
  const fetchUpToEnd = async () => {
    while (next < end) {
      const at = next;
      next += 1;
      const block = await source
        .block(numbers[at] as number)
        .catch((reason: unknown): undefined => {
          failure ??= { reason };
        });
      if (!block) {
        end = Math.min(end, at);
      }
      blocks[at] = block;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchUpToEnd));
  return { blocks, failure };
}

/** Returns the numbers from `start` to the one before `end`. */
export function numbersBetween(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}
