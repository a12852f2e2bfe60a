import { setTimeout as wait } from "node:timers/promises";
import {
  formatMetadata,
  MetadataError,
  type MetadataFault,
  readMetadata,
} from "../chain/metadata.ts";
import type { Hex } from "../chain/records.ts";
import type { ChainWriter, DueMetadata } from "../store/chain-writer.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { GATEWAYS, type Gateways, metadataLocation } from "./location.ts";

const PARALLEL = 4;
/** Fetches of one host at a time while another one is waited for. */
const PARALLEL_OF_HOST = 2;
/** Fetches of one turn, which the collections share. */
const TURN = 64;
/** Failures without a success after which a collection or host is left for the rest of the turn. */
const MAX_FAILURES = 2;
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
  /** Ends the turn after the requests in flight. */
  readonly signal?: AbortSignal;
  /** Where collections have their turn next; those of a new record begin with the first. */
  readonly turns?: MetadataTurns;
}

/** Collections have their turns one after the other. */
interface MetadataTurns {
  /** Last collection of the turn before. */
  last?: Hex | undefined;
}

/** A fetch that is due, and those whose turns it takes. */
interface Fetch extends DueMetadata {
  /** Absent if the URI cannot be fetched. */
  readonly location: string | undefined;
  readonly host: string;
}

/** What has been tried in a turn, by collection or host. */
interface Tries {
  running: number;
  failures: number;
  hasSucceeded: boolean;
}

/**
 * Fetches and stores some of the metadata that is due, of as many collections as there are. A collection or host
 * that does not respond is left for the rest of the turn, so that it does not delay the others. Failures are
 * retried later with exponential backoff, also those of storing it.
 *
 * @param now Unix seconds.
 * @returns Number of attempts.
 * @throws Error if the store fails.
 */
export async function fetchDueMetadata(
  store: ChainWriter,
  now: number,
  { fetchText = guardedFetch, gateways = GATEWAYS, signal, turns = {} }: QueueOptions = {},
): Promise<number> {
  const attempt = async (fetch: Fetch): Promise<void> => {
    if (fetch.location === undefined) {
      throw new MetadataError("uri");
    }
    const metadata = readMetadata(await fetchText(fetch.location));
    if (!metadata) {
      throw new MetadataError("content");
    }
    const formatted = formatMetadata(metadata);
    if (formatted === null) {
      throw new MetadataError("size");
    }
    await store.setMetadata(fetch, formatted);
  };
  return runFairly(await dueFetches(store, now, gateways, turns), signal, async (fetch) => {
    const fault = await attempt(fetch).then(
      () => undefined,
      (error): MetadataFault => (error instanceof MetadataError ? error.fault : "network"),
    );
    if (fault !== undefined) {
      const pause = Math.min(MAX_RETRY_S, FIRST_RETRY_S * 2 ** fetch.attempts);
      await store.postponeMetadata(fetch, now + pause, fault);
    }
    return fault === undefined;
  });
}

/** Selects the fetches of a turn: as many of each collection, one collection after the other. */
async function dueFetches(
  store: ChainWriter,
  now: number,
  gateways: Gateways,
  turns: MetadataTurns,
): Promise<Fetch[]> {
  const after = turns.last;
  const collections = [...(await store.listDueCollections(now, after, TURN))];
  if (after !== undefined && collections.length < TURN) {
    const others = await store.listDueCollections(now, undefined, TURN - collections.length);
    collections.push(...others.filter((each) => !collections.includes(each)));
  }
  turns.last = collections.at(-1);
  if (collections.length === 0) {
    return [];
  }
  const share = Math.ceil(TURN / collections.length);
  const byCollection: (readonly DueMetadata[])[] = [];
  for (const collection of collections) {
    byCollection.push(await store.listDueMetadata(collection, now, share));
  }
  const fetches: Fetch[] = [];
  for (let at = 0; at < share; at += 1) {
    for (const due of byCollection) {
      const nft = due[at];
      if (nft) {
        const location = metadataLocation(nft.uri, gateways, nft.attempts);
        fetches.push({ ...nft, location, host: location ? new URL(location).host : "" });
      }
    }
  }
  return fetches;
}

/**
 * Runs fetches in order, some at a time.
 *
 * @param run Returns whether the fetch has succeeded.
 * @returns Number of fetches that were run.
 */
async function runFairly(
  fetches: readonly Fetch[],
  signal: AbortSignal | undefined,
  run: (fetch: Fetch) => Promise<boolean>,
): Promise<number> {
  const waiting = [...fetches];
  const running = new Set<Promise<void>>();
  const tries = new Map<string, Tries>();
  const triesOf = (name: string): Tries => {
    const known = tries.get(name) ?? { running: 0, failures: 0, hasSucceeded: false };
    tries.set(name, known);
    return known;
  };
  const isDead = (name: string) => {
    const { failures, hasSucceeded } = triesOf(name);
    return !hasSucceeded && failures >= MAX_FAILURES;
  };
  const isUsable = ({ host, collection }: Fetch) => !isDead(host) && !isDead(collection);
  const next = (): Fetch | undefined => {
    const usable = waiting.filter(isUsable);
    const hosts = new Set(usable.map(({ host }) => host));
    const most = hosts.size > 1 ? PARALLEL_OF_HOST : PARALLEL;
    return usable.find(({ host }) => triesOf(host).running < most);
  };
  const start = async (fetch: Fetch) => {
    const own = [triesOf(fetch.host), triesOf(fetch.collection)];
    for (const each of own) {
      each.running += 1;
    }
    const hasSucceeded = await run(fetch);
    for (const each of own) {
      each.running -= 1;
      each.failures += hasSucceeded ? 0 : 1;
      each.hasSucceeded ||= hasSucceeded;
    }
  };
  let count = 0;
  for (;;) {
    const fetch = running.size < PARALLEL && !signal?.aborted ? next() : undefined;
    if (fetch) {
      waiting.splice(waiting.indexOf(fetch), 1);
      count += 1;
      const task = start(fetch).finally(() => running.delete(task));
      running.add(task);
    } else if (running.size > 0) {
      await Promise.race(running);
    } else {
      return count;
    }
  }
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
  const turns: MetadataTurns = {};
  let failure: string | undefined;
  /** Fetches what is due. @returns Milliseconds until the next attempt. */
  const turn = async () => {
    try {
      const tried = await fetchDueMetadata(store, Math.floor(Date.now() / 1000), {
        ...options,
        turns,
        signal: stopped.signal,
      });
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
