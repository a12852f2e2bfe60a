import { setTimeout as wait } from "node:timers/promises";
import { formatMetadata, readMetadata } from "../chain/metadata.ts";
import type { ChainWriter } from "../store/chain-writer.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { GATEWAYS, type Gateways, metadataLocation } from "./location.ts";

const PARALLEL = 4;
const FIRST_RETRY_S = 60;
const MAX_RETRY_S = 86_400;
/** Pause after the store failed. */
const FAILURE_PAUSE_MS = 5_000;

/** Fetches a text. @throws Error on failure. */
type FetchText = (url: string) => Promise<string>;

/** Options of the metadata queue. */
export interface QueueOptions {
  readonly fetchText?: FetchText;
  readonly gateways?: Gateways;
}

/**
 * Fetches and stores the metadata that is due. Failures are retried later with exponential backoff, also
 * those of storing it, so that the metadata of one NFT does not delay that of others.
 *
 * @param now Unix seconds.
 * @returns Number of attempts.
 * @throws Error if the store fails.
 */
export async function fetchDueMetadata(
  store: ChainWriter,
  now: number,
  { fetchText = guardedFetch, gateways = GATEWAYS }: QueueOptions = {},
): Promise<number> {
  const due = await store.listDueMetadata(now, PARALLEL);
  const fetchMetadata = async (uri: string) => {
    const location = metadataLocation(uri, gateways);
    const metadata = location && readMetadata(await fetchText(location));
    return metadata ? formatMetadata(metadata) : null;
  };
  const attempt = async (nft: (typeof due)[number]): Promise<boolean> => {
    const metadata = await fetchMetadata(nft.uri);
    if (metadata !== null) {
      await store.setMetadata(nft, metadata);
    }
    return metadata !== null;
  };
  await Promise.all(
    due.map(async (nft) => {
      if (!(await attempt(nft).catch(() => false))) {
        const pause = Math.min(MAX_RETRY_S, FIRST_RETRY_S * 2 ** nft.attempts);
        await store.postponeMetadata(nft.collection, nft.tokenId, now + pause);
      }
    }),
  );
  return due.length;
}

/**
 * Fetches metadata until stopped.
 *
 * @param onFailure Called when the store fails, once per reason; the next attempt follows after a pause.
 * @returns Function that stops it after requests in flight.
 */
export function runMetadataQueue(
  store: ChainWriter,
  options: QueueOptions,
  onFailure: (reason: string) => void,
  pauseMs = 1_000,
): () => Promise<void> {
  const stopped = new AbortController();
  let failure: string | undefined;
  /** Fetches what is due. @returns Milliseconds until the next attempt. */
  const turn = async () => {
    try {
      const tried = await fetchDueMetadata(store, Math.floor(Date.now() / 1000), options);
      failure = undefined;
      return tried === 0 ? pauseMs : 0;
    } catch (error) {
      const { message } = error as Error;
      if (message !== failure) {
        onFailure(message);
      }
      failure = message;
      return FAILURE_PAUSE_MS;
    }
  };
  const ended = (async () => {
    while (!stopped.signal.aborted) {
      const pause = await turn();
      await wait(pause, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopped.abort();
    await ended;
  };
}
