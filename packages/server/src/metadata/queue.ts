import { setTimeout as wait } from "node:timers/promises";
import type { ChainWriter } from "../store/chain-writer.ts";
import { parseMetadata } from "./data-uri.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { GATEWAYS, type Gateways, metadataLocation } from "./location.ts";

const PARALLEL = 4;
const FIRST_RETRY_S = 60;
const MAX_RETRY_S = 86_400;

/** Fetches a text. @throws Error on failure. */
type FetchText = (url: string) => Promise<string>;

/** Options of the metadata queue. */
export interface QueueOptions {
  readonly fetchText?: FetchText;
  readonly gateways?: Gateways;
}

/**
 * Fetches and stores the metadata that is due. Failures are retried later with exponential backoff.
 *
 * @param now Unix seconds.
 * @returns Number of attempts.
 */
export async function fetchDueMetadata(
  store: ChainWriter,
  now: number,
  { fetchText = guardedFetch, gateways = GATEWAYS }: QueueOptions = {},
): Promise<number> {
  const due = await store.listDueMetadata(now, PARALLEL);
  await Promise.all(
    due.map(async (nft) => {
      const { collection, tokenId, attempts } = nft;
      const location = metadataLocation(nft.uri, gateways);
      const found = location && (await fetchText(location).then(parseMetadata, () => null));
      if (found) {
        await store.setMetadata(nft, JSON.stringify(found));
      } else {
        const pause = Math.min(MAX_RETRY_S, FIRST_RETRY_S * 2 ** attempts);
        await store.postponeMetadata(collection, tokenId, now + pause);
      }
    }),
  );
  return due.length;
}

/** Fetches metadata until stopped. @returns Function that stops it after requests in flight. */
export function runMetadataQueue(
  store: ChainWriter,
  options: QueueOptions = {},
  pauseMs = 1_000,
): () => Promise<void> {
  const stopped = new AbortController();
  const ended = (async () => {
    while (!stopped.signal.aborted) {
      const tried = await fetchDueMetadata(store, Math.floor(Date.now() / 1000), options);
      if (tried === 0) {
        await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  })();
  return async () => {
    stopped.abort();
    await ended;
  };
}
