import type { ApiError } from "@chainkit/client";
import {
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
} from "@tanstack/react-query";

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** Time after which data is refetched, because a reorganisation may have changed it. */
const STALE_MS = 30_000;
const GATEWAY_ERRORS = [502, 503, 504];

/** Whether a failure means that the service is not reached at all. */
export function isUnreachable(error: ApiError): boolean {
  const isGateway = error.kind === "http" && GATEWAY_ERRORS.includes(error.status);
  return isGateway || error.kind === "network" || error.kind === "timeout";
}

/** Whether asking again would fail in the same way. */
export function isFinal(error: ApiError): boolean {
  const isRefused = error.kind === "http" && error.status < 500 && error.status !== 429;
  return isRefused || error.kind === "input";
}

/** Interval for asking again for what failed: as the service states, or with back-off since the last success. */
export function retryInterval({ state }: Pick<Query, "state">): number | false {
  if (state.status !== "error") {
    return false;
  }
  const error = state.error as ApiError;
  if (isFinal(error)) {
    return false;
  }
  const stated = error.kind === "http" ? error.retryAfterMs : undefined;
  const failingMs = Math.max(FIRST_MS, state.errorUpdatedAt - state.dataUpdatedAt);
  return stated ?? Math.min(failingMs, FIRST_MS * 2 ** state.errorUpdateCount, LONGEST_MS);
}

/**
 * Creates a query client that asks again for what failed. While the service is unreachable, all queries pause as they
 * do offline, and one request with back-off asks for all; its first success revives every query of the page.
 *
 * @param responds Asks the service for something small.
 * @returns The client, and the query that counts how many times in a row the service did not respond.
 */
export function createRecovery(responds: () => Promise<boolean>) {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isUnreachable(error as ApiError)) {
          void queryClient.refetchQueries(failures, { cancelRefetch: false });
        }
      },
    }),
    defaultOptions: { queries: { refetchInterval: retryInterval, staleTime: STALE_MS } },
  });
  let count = 0;
  const failures = queryOptions<number>({
    queryKey: ["failures"],
    queryFn: async () => {
      count = (await responds()) ? 0 : count + 1;
      // The browser may be wrong about the network: a service on the same machine needs none.
      onlineManager.setOnline(count === 0);
      return count;
    },
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
    refetchOnReconnect: "always",
    refetchInterval: ({ state: { data } }) =>
      data ? Math.min(FIRST_MS * 2 ** (data - 1), LONGEST_MS) : false,
  });
  return { queryClient, failures };
}
