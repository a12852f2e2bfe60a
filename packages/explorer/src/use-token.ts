import type { ChainData } from "@chainkit/client";
import { useQuery } from "@tanstack/react-query";
import { addressData } from "./api.ts";
import type { ChainName } from "./chains.ts";

/** Symbol and decimals for the amounts of a token. */
export interface Token {
  readonly decimals: number;
  readonly symbol: string;
}

/** The ERC-20 token that a transaction calls, as the balances of its sender describe it. */
export function useToken(
  chain: ChainName,
  { from_address, to_address }: ChainData.Transaction,
): Token | undefined {
  const { data } = useQuery(
    addressData.getErc20Balances.queryOptions(
      to_address
        ? { chainName: chain, walletAddress: from_address, "contract-address": to_address }
        : undefined,
    ),
  );
  const { decimals, symbol } = data?.erc20TokenBalances[0]?.contract ?? {};
  return typeof decimals === "number" ? { decimals, symbol: symbol ?? "" } : undefined;
}
