import type { ApiError, ChainData } from "@chainkit/client";
import { useQuery } from "@tanstack/react-query";
import { addressData, clients } from "./api.ts";
import type { ChainName } from "./chains.ts";
import { type DecodedCall, readDecoded } from "./format/decoded.ts";

/**
 * The decoded call of a transaction; null if its method is unknown. Only listings have it, so this one
 * iterates the listing of the block until it finds the transaction: a query of one's own around a
 * client, beside those that `createQueries` makes.
 */
export function useDecoded(
  chain: ChainName,
  { block_number, transaction_hash }: ChainData.Transaction,
) {
  const params = { chainName: chain, blockNumber: block_number };
  return useQuery<DecodedCall | null, ApiError>({
    queryKey: [...addressData.getBlockTransactions.queryKey(params), "decoded", transaction_hash],
    queryFn: async ({ signal }) => {
      const listing = clients.addressData.getBlockTransactions(params, { signal });
      for await (const each of listing) {
        if (each.transaction_hash === transaction_hash) {
          return readDecoded(each.decoded) ?? null;
        }
      }
      return null;
    },
    retry: false,
  });
}
