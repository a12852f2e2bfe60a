import { profileOf } from "../chain/profiles.ts";
import { Cacheable } from "../http/cacheable.ts";
import type { ChainReader } from "../store/chain-store.ts";

/**
 * So long the newest block need not be read again: an older one makes fewer blocks final, never more,
 * because no reorganisation reaches a final block.
 */
const TIP_MS = 1_000;

/** Reads the number of the newest final block of a chain; negative: there is none. */
export type ReadFinal = () => Promise<number>;

/** Creates the reader of the newest final block of each chain. */
export function finalBlocks(
  chains: ReadonlyMap<string, ChainReader>,
  now: () => number = () => performance.now(),
): (chain: string) => ReadFinal {
  const known = new Map([...chains].map(([name, reader]) => [name, finalBlock(name, reader, now)]));
  // A chain that is not served is refused before anything is read of it.
  return (chain) => known.get(chain) ?? (async () => -1);
}

function finalBlock(name: string, reader: ChainReader, now: () => number): ReadFinal {
  const { finality } = profileOf(name);
  let final = -1;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - readAt >= TIP_MS) {
      readAt = now();
      final = ((await reader.tip())?.number ?? -1) - finality;
    }
    return final;
  };
}

/**
 * How long what belongs to a block stays valid.
 *
 * @param final The newest final block, read before the record: whatever is at or beneath it then is the
 *   same whenever it is read.
 */
export function lifetimeOf(blockNumber: number, final: number): "final" | "recent" {
  return blockNumber <= final ? "final" : "recent";
}

/**
 * A response that any block may change, and that changes between blocks as well: balances and owners
 * are read some time after the block that touched them. Only its content distinguishes it.
 */
export function changing<Data>(read: () => Promise<Data>): Cacheable<Data> {
  return new Cacheable(async () => {
    const data = await read();
    return { lifetime: "recent", tag: undefined, render: () => data };
  });
}
