import {
  type AddressData,
  type ApiError,
  type ChainData,
  type Coverage,
  createChainkit,
} from "@chainkit/client";
import { createQueries } from "@chainkit/query";
import { coverages } from "@chainkit/runtime";
import { QueryClient, skipToken, useQueries, useQuery } from "@tanstack/react-query";
import { type DecodedCall, readDecoded } from "./calls.ts";
import type { ChainName } from "./chains.ts";

/** The page says where the API is, relative to itself. */
const meta = document.querySelector<HTMLMetaElement>('meta[name="chainkit-api"]');
const baseUrl = new URL(meta?.content ?? "/", document.baseURI).href;

const SECOND_MS = 1_000;
/** Polling interval for the newest blocks and transactions, in milliseconds. */
export const POLL_MS = 2 * SECOND_MS;
/** Time after which data is refetched, in milliseconds, because a reorganisation may have changed it. */
const STALE_MS = 30 * SECOND_MS;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_MS, gcTime: 5 * 60 * SECOND_MS } },
});

/** The clients. A rate limit is shown at once, with the time to wait, rather than waited out. */
const clients = createChainkit({
  baseUrl,
  retry: { attempts: 2, maxRetryAfterMs: 0 },
  middleware: [keepCoverages(queryClient)],
});

export const chainData = createQueries(clients.chainData);
export const addressData = createQueries(clients.addressData);

const HEADER = "Chainkit-Coverage";
const WALLET = "/{chainName}/v1/address/{walletAddress}";
const PATHS = {
  transactions: `${WALLET}/transactions`,
  tokens: `${WALLET}/balance/erc20`,
  nfts: `${WALLET}/balance/erc721`,
};

/** Creates the middleware that keeps what the latest page of each list covers: queries keep data only. */
function keepCoverages(queries: QueryClient): AddressData.Middleware {
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
