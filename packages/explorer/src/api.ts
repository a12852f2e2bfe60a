import {
  type AddressData,
  type ApiError,
  type ChainData,
  type Coverage,
  createChainkit,
} from "@chainkit/client";
import { createQueries, type InfiniteOptions } from "@chainkit/query";
import { coverages } from "@chainkit/runtime";
import {
  onlineManager,
  skipToken,
  type UseQueryOptions,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { type DecodedCall, readDecoded } from "./calls.ts";
import { DEFAULT_CHAIN, pageFact } from "./chains.ts";
import { isDecimals } from "./format.ts";
import { createRecovery, isUnreachable, retryInterval } from "./health.ts";
import { useChain } from "./route.ts";

/** The page says where the API is, relative to itself. */
const baseUrl = new URL(pageFact("api") ?? "/", document.baseURI).href;

const SECOND_MS = 1_000;
/** Polling interval for the newest blocks and transactions, in milliseconds. */
const POLL_MS = 2 * SECOND_MS;
/** Time after which data is refetched, in milliseconds, because a reorganisation may have changed it. */
const STALE_MS = 30 * SECOND_MS;

/** Polls, after a failure with back-off. */
export const POLLED = {
  refetchInterval: (query: Parameters<typeof retryInterval>[0]) => retryInterval(query) || POLL_MS,
};

export const { queryClient, failures } = createRecovery(() =>
  clients.chainData.getBlock({ chain_name: DEFAULT_CHAIN, block_number: "latest" }).then(
    () => true,
    (error: ApiError) => !isUnreachable(error),
  ),
);
const { queries } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ queries: { ...queries, staleTime: STALE_MS } });

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

/** Whether the service is reached. `checking`: a request did not reach it, which a second one is to confirm. */
export function useHealth(): "up" | "checking" | "out" {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  const { isFetching } = useQuery({ ...failures, enabled: false });
  if (!isOnline) {
    return "out";
  }
  return isFetching ? "checking" : "up";
}

const HEADER = "Chainkit-Coverage";
const WALLET = "/{chainName}/v1/address/{walletAddress}";
const PATHS = {
  transactions: `${WALLET}/transactions`,
  tokens: `${WALLET}/balance/erc20`,
  nfts: `${WALLET}/balance/erc721`,
};

/** Keeps what the latest page of each list covers: queries keep data only. */
const keepCoverages: AddressData.Middleware = {
  onResponse({ response, schemaPath, params }) {
    const coverage = coverages.readCoverage(response.headers, HEADER);
    const { chainName, walletAddress } = params.path ?? {};
    if (coverage) {
      queryClient.setQueryData(["coverage", schemaPath, chainName, walletAddress], coverage);
    }
  },
};

/** The clients. A rate limit is shown at once, with the time to wait, rather than waited out. */
const clients = createChainkit({
  baseUrl,
  timeoutMs: 15 * SECOND_MS,
  retry: { attempts: 2, maxRetryAfterMs: 0 },
  middleware: [keepCoverages],
});

export const chainData = createQueries(clients.chainData);
export const addressData = createQueries(clients.addressData);

/** Returns what a list of a wallet covers; undefined if the service does not state it. */
export function useCoverage(list: keyof typeof PATHS, address: string) {
  const queryKey = ["coverage", PATHS[list], useChain(), address];
  return useQuery<Coverage>({ queryKey, queryFn: skipToken }).data;
}

/** Queries as `useQuery`, but while it renders: the effect of `useQuery` asks once the page is painted. */
export function useQueryNow<Data, Failure extends ApiError>(
  options: UseQueryOptions<Data, Failure>,
) {
  usePrefetchQuery(options as typeof options & { readonly queryFn: () => Promise<Data> });
  return useQuery(options);
}

/** Queries the pages of a list, while it renders. */
export function useListing<Page, Item, Failure extends ApiError>(
  options: InfiniteOptions<Page, Item, Failure>,
) {
  usePrefetchInfiniteQuery(options);
  return useInfiniteQuery(options);
}

/** A block of the current chain, by its number or as `latest`. */
export function useBlock(number: string) {
  const params = { chain_name: useChain(), block_number: number };
  return useQueryNow(chainData.getBlock.queryOptions(params));
}

const COUNT = 20;

/** The newest blocks, as far as they are loaded. */
export interface NewestBlocks {
  /** Number of the newest; undefined while it loads. */
  readonly newest: number | undefined;
  readonly loaded: ReadonlyMap<number, ChainData.Block>;
  /** Numbers of those that could not be loaded. */
  readonly failed: ReadonlySet<number>;
}

/**
 * Loads the newest blocks. Each is fetched once: with every new block, there is one request.
 *
 * @param newest Undefined: none is loaded.
 */
export function useBlocks(newest: number | undefined): NewestBlocks {
  const chain = useChain();
  const count = newest === undefined ? 0 : Math.min(COUNT, newest + 1);
  const numbers = Array.from({ length: count }, (_, at) => Number(newest) - at);
  const results = useQueries({
    queries: numbers.map((number) =>
      chainData.getBlock.queryOptions({ chain_name: chain, block_number: String(number) }),
    ),
  });
  const loaded = results.flatMap(({ data }) => (data ? [data.block] : []));
  return {
    newest,
    loaded: new Map(loaded.map((block) => [block.number, block])),
    failed: new Set(numbers.filter((_, at) => results[at]?.isError)),
  };
}

/**
 * The decoded call of a transaction; null if its method is unknown. Only listings have it, so this one
 * iterates the listing of the block until it finds the transaction: a query of one's own around a
 * client, beside those that `createQueries` makes.
 */
export function useDecoded({ block_number, transaction_hash }: ChainData.Transaction) {
  const params = { chainName: useChain(), blockNumber: block_number };
  return useQueryNow<DecodedCall | null, ApiError>({
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

/** A contract that is a token. */
export interface Token {
  readonly standard: string;
  readonly name: string | null | undefined;
  readonly symbol: string | null | undefined;
  /** Undefined: its amounts are shown in the smallest unit, or it is a collection of NFTs. */
  readonly decimals: number | undefined;
}

const MAX_HOLDERS = 3;

/**
 * What kind of token a contract is, as the balances of a wallet that holds it describe it; null if none of these
 * wallets does, or could be asked.
 *
 * @param contract Undefined: nothing is asked.
 * @param holders Wallets that may hold it.
 */
export function useToken(
  contract: string | null | undefined,
  holders: readonly string[],
  kinds: "tokens" | "tokens and NFTs" = "tokens",
): Token | null | undefined {
  const chain = useChain();
  const wallets = [...new Set(holders)].slice(0, MAX_HOLDERS);
  const { data, isError } = useQuery<Token | null, ApiError>({
    queryKey: ["token", chain, contract?.toLowerCase(), kinds, ...wallets],
    enabled: Boolean(contract) && wallets.length > 0,
    retry: false,
    queryFn: async ({ signal }) => {
      for (const walletAddress of wallets) {
        const params = { chainName: chain, walletAddress, "contract-address": contract ?? "" };
        const tokens = clients.addressData.getErc20Balances(params, { signal });
        const [balance] = await tokens.toArray({ max: 1 });
        if (isSame(balance?.contract.address, contract) && balance) {
          const { decimals, erc_type, name, symbol } = balance.contract;
          return {
            standard: erc_type,
            name,
            symbol,
            decimals: isDecimals(decimals) ? decimals : undefined,
          };
        }
        if (kinds === "tokens") {
          continue;
        }
        const nfts = clients.addressData.getErc721Balances(params, { signal });
        const [nft] = await nfts.toArray({ max: 1 });
        if (isSame(nft?.address, contract) && nft) {
          const { symbol } = nft.metadata ?? {};
          return { standard: nft.ercType, name: symbol, symbol, decimals: undefined };
        }
      }
      return null;
    },
  });
  return isError ? null : data;
}

/** Whether two hashes or addresses are the same, whatever the case of their letters. */
export function isSame(one: string | null | undefined, other: string | null | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/**
 * Whether a listed transaction was reverted: listings do not say so. What is fetched, the page of the transaction
 * shows at once.
 */
export function useIsReverted(hash: string): boolean {
  const params = { chain_name: useChain(), transaction_hash: hash };
  const { data } = useQuery(chainData.getTransaction.queryOptions(params));
  return data?.transaction.status === 0;
}
