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
import { createRecovery, isUnreachable, retryInterval } from "./health.ts";
import { useChain } from "./route.ts";

/** The page says where the API is, relative to itself. */
const baseUrl = new URL(pageFact("api") ?? "/", document.baseURI).href;

/** Polling interval for the newest blocks and transactions, in milliseconds. */
const POLL_MS = 2_000;

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

/** Keeps what the latest page of each list covers: queries keep data only. */
const keepCoverages: AddressData.Middleware = {
  onResponse({ response, schemaPath, params }) {
    const coverage = coverages.readCoverage(response.headers, "Chainkit-Coverage");
    const { chainName, walletAddress } = params.path ?? {};
    if (coverage) {
      queryClient.setQueryData(["coverage", schemaPath, chainName, walletAddress], coverage);
    }
  },
};

/** The clients. A rate limit is shown at once, with the time to wait, rather than waited out. */
const clients = createChainkit({
  baseUrl,
  timeoutMs: 15_000,
  retry: { attempts: 2, maxRetryAfterMs: 0 },
  middleware: [keepCoverages],
});

export const chainData = createQueries(clients.chainData);
export const addressData = createQueries(clients.addressData);

/** Returns what a list of a wallet covers; undefined if the service does not state it. */
export function useCoverage(list: string, address: string): Coverage | undefined {
  const schemaPath = `/{chainName}/v1/address/{walletAddress}/${list}`;
  const queryKey = ["coverage", schemaPath, useChain(), address];
  return useQuery<Coverage>({ queryKey, queryFn: skipToken }).data;
}

/** Queries as `useQuery`, but while it renders: the effect of `useQuery` asks once the page is painted. */
export function useQueryNow<Data, Failure extends ApiError, Shown = Data>(
  options: UseQueryOptions<Data, Failure, Shown>,
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

/**
 * Loads the newest blocks, newest first. Each is fetched once: with every new block, there is one request.
 *
 * @param newest Undefined: none is loaded.
 */
export function useBlocks(newest = -1) {
  const chain = useChain();
  const numbers = Array.from({ length: Math.min(COUNT, newest + 1) }, (_, at) => newest - at);
  const results = useQueries({
    queries: numbers.map((number) =>
      chainData.getBlock.queryOptions({ chain_name: chain, block_number: String(number) }),
    ),
  });
  return numbers.map((number, at) => {
    const { data, isError = false } = results[at] ?? {};
    return { number, block: data?.block, isFailed: isError };
  });
}

export type NewestBlock = ReturnType<typeof useBlocks>[number];

/**
 * The decoded call of a transaction; null if its method is unknown. Only listings have it, so this iterates that of
 * the block: a query of one's own around a client, beside those that `createQueries` makes.
 */
export function useDecoded({ block_number, transaction_hash }: ChainData.Transaction) {
  const params = { chainName: useChain(), blockNumber: block_number };
  return useQueryNow<DecodedCall | null, ApiError>({
    queryKey: [...addressData.getBlockTransactions.queryKey(params), transaction_hash],
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

/** A contract that is a token, as the balances of its holders describe it. */
export type Token = AddressData.Erc20Balance["contract"];

const MAX_HOLDERS = 3;

/** Asks a few of the wallets that may hold a contract for their balance of it. */
function useHoldings<Page, Failure extends ApiError>(
  contract: string | null | undefined,
  holders: readonly string[],
  ask: (params: AddressData.GetErc20BalancesParams) => UseQueryOptions<Page, Failure>,
) {
  const chainName = useChain();
  const wallets = contract ? [...new Set(holders)].slice(0, MAX_HOLDERS) : [];
  return useQueries({
    queries: wallets.map((walletAddress) =>
      ask({ chainName, walletAddress, "contract-address": contract ?? "", limit: 1 }),
    ),
  });
}

/**
 * The token that a contract is; null if none of the wallets holds it, or could be asked.
 *
 * @param contract Undefined: nothing is asked.
 * @param holders Wallets that may hold it.
 */
export function useToken(contract: string | null | undefined, holders: readonly string[]) {
  const results = useHoldings(contract, holders, addressData.getErc20Balances.queryOptions);
  const tokens = results.flatMap(({ data }) => data?.erc20TokenBalances ?? []);
  const found = tokens.find((each) => isSame(each.contract.address, contract));
  return found?.contract ?? (results.some(({ isPending }) => isPending) ? undefined : null);
}

/** An NFT of the collection that a contract is; undefined if none of the wallets has one, or could be asked. */
export function useNftOf(contract: string, holders: readonly string[]) {
  const results = useHoldings(contract, holders, addressData.getErc721Balances.queryOptions);
  const nfts = results.flatMap(({ data }) => data?.erc721TokenBalances ?? []);
  return nfts.find(({ address }) => isSame(address, contract));
}

/** Whether two hashes or addresses are the same, whatever the case of their letters. */
export function isSame(one: string | null | undefined, other: string | null | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** Whether a listed transaction was reverted: listings do not say so. What is fetched, its page shows at once. */
export function useIsReverted(hash: string): boolean {
  const params = { chain_name: useChain(), transaction_hash: hash };
  const { data } = useQuery(chainData.getTransaction.queryOptions(params));
  return data?.transaction.status === 0;
}
