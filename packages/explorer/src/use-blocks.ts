import type { ChainData } from "@chainkit/client";
import { useQueries } from "@tanstack/react-query";
import { chainData } from "./api.ts";
import type { ChainName } from "./chains.ts";

const COUNT = 20;

/** The newest blocks, as far as they are loaded. */
export interface NewestBlocks {
  readonly loaded: ReadonlyMap<number, ChainData.Block>;
  /** Numbers of those that could not be loaded. */
  readonly failed: ReadonlySet<number>;
}

/** Loads the newest blocks. Each is fetched once: with every new block, there is one request. */
export function useBlocks(chain: ChainName, newest: number): NewestBlocks {
  const numbers = Array.from({ length: Math.min(COUNT, newest + 1) }, (_, at) => newest - at);
  const results = useQueries({
    queries: numbers.map((number) =>
      chainData.getBlock.queryOptions({ chain_name: chain, block_number: String(number) }),
    ),
  });
  const loaded = results.flatMap(({ data }) => (data ? [data.block] : []));
  return {
    loaded: new Map(loaded.map((block) => [block.number, block])),
    failed: new Set(numbers.filter((_, at) => results[at]?.isError)),
  };
}
