import type { ChainData } from "@chainkit/client";
import { useQueries } from "@tanstack/react-query";
import { chainData } from "./api.ts";
import type { ChainName } from "./chains.ts";

const COUNT = 20;

/**
 * The newest blocks by number, as far as they are loaded. Each is fetched once: with every new block,
 * there is one request.
 */
export function useBlocks(chain: ChainName, newest: number): ReadonlyMap<number, ChainData.Block> {
  const numbers = Array.from({ length: Math.min(COUNT, newest + 1) }, (_, at) => newest - at);
  const results = useQueries({
    queries: numbers.map((number) =>
      chainData.getBlock.queryOptions({ chain_name: chain, block_number: String(number) }),
    ),
  });
  const loaded = results.flatMap(({ data }) => (data ? [data.block] : []));
  return new Map(loaded.map((block) => [block.number, block]));
}
