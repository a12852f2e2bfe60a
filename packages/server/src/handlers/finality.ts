import { isDevelopmentChain, profileOf } from "../chain/profiles.ts";
import { Cacheable, type JsonText } from "../http/caching.ts";
import { notFound } from "../http/http-error.ts";
import type { ChainReader } from "../store/chain-reader.ts";

/** Served chains by name: their data, or the reason why they cannot be opened. */
export type Chains = ReadonlyMap<string, ChainReader | Error>;

/**
 * How long the number of the tip is cached. A stale one marks fewer blocks as final, never more,
 * because a reorganisation does not reach final blocks.
 */
const TIP_MS = 1_000;

/**
 * Creates the lookup of a served chain.
 *
 * @returns Throws HttpError 404 if the chain is not served, or the reason why its data cannot be opened.
 */
export function chainFinder(chains: Chains) {
  const served = new Map(
    [...chains].map(([name, reader]) => [
      name,
      reader instanceof Error ? reader : { chain: reader, readFinal: finalBlock(name, reader) },
    ]),
  );
  return (name: string) => {
    const found = served.get(name);
    if (!found) {
      throw notFound(`The chain ${name} is not served here.`, "chain-not-served");
    }
    if (found instanceof Error) {
      throw found;
    }
    return found;
  };
}

export type FindChain = ReturnType<typeof chainFinder>;
export type ServedChain = ReturnType<FindChain>;

/** Creates the reader of the number of the latest final block of a chain; negative if there is none. */
function finalBlock(name: string, reader: ChainReader): () => Promise<number> {
  const { finality } = profileOf(name);
  let final = -1;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    if (now - readAt >= TIP_MS) {
      readAt = now;
      const [tip, chainId] = await Promise.all([reader.tip(), reader.chainId()]);
      // Nothing is final that a developer may revert.
      final = tip && !isDevelopmentChain(chainId) ? tip.number - finality : -1;
    }
    return final;
  };
}

/**
 * Returns the cache lifetime of data that belongs to a block.
 *
 * @param final The latest final block, read before the record, so that a record at or below it cannot
 *   change.
 */
export function lifetimeOf(blockNumber: number, final: number): "final" | "recent" {
  return blockNumber <= final ? "final" : "recent";
}

/**
 * Creates a response that may change with any block and between blocks, because balances and owners
 * are read some time after the block that changed them. Its entity tag is a hash of the content.
 */
export function changing<Data>(
  read: () => Promise<{ readonly data: Data | JsonText; readonly coverage?: string | undefined }>,
  revision: () => number | undefined,
): Cacheable<Data> {
  return new Cacheable(async () => {
    const { data, coverage } = await read();
    return { lifetime: "recent", tag: undefined, coverage, data: () => data };
  }, revision);
}
