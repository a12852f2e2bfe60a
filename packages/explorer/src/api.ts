import { createChainkit } from "@chainkit/client";
import { createQueries } from "@chainkit/query";
import { QueryClient } from "@tanstack/react-query";
import { keepCoverages } from "./use-coverage.ts";

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
export const clients = createChainkit({
  baseUrl,
  retry: { attempts: 2, maxRetryAfterMs: 0 },
  middleware: [keepCoverages(queryClient)],
});

export const chainData = createQueries(clients.chainData);
export const addressData = createQueries(clients.addressData);
