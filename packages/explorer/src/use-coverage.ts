import type { AddressData, Coverage } from "@chainkit/client";
import { coverages } from "@chainkit/runtime";
import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import type { ChainName } from "./chains.ts";

const HEADER = "Chainkit-Coverage";
const WALLET = "/{chainName}/v1/address/{walletAddress}";
const PATHS = {
  transactions: `${WALLET}/transactions`,
  tokens: `${WALLET}/balance/erc20`,
  nfts: `${WALLET}/balance/erc721`,
};

/** Creates the middleware that keeps what the latest page of each list covers: queries keep data only. */
export function keepCoverages(queries: QueryClient): AddressData.Middleware {
  return {
    onResponse({ response, schemaPath, params }) {
      const coverage = coverages.readCoverage(response.headers, HEADER);
      const { chainName, walletAddress } = params.path ?? {};
      if (coverage) {
        queries.setQueryData(["coverage", schemaPath, chainName, walletAddress], coverage);
      }
    },
  };
}

/** Returns what a list of a wallet covers; undefined if the service does not state it. */
export function useCoverage(list: keyof typeof PATHS, chain: ChainName, address: string) {
  const queryKey = ["coverage", PATHS[list], chain, address];
  return useQuery<Coverage>({ queryKey, queryFn: skipToken }).data;
}
