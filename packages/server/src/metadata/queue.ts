import { LRUCache } from "lru-cache";
import {
  formatMetadata,
  MetadataError,
  type MetadataFault,
  type MetadataText,
  readMetadata,
} from "../chain/metadata.ts";
import type { Hex } from "../chain/records.ts";
import type { ChainWriter, DueMetadata } from "../store/chain-writer.ts";
import { repeat } from "../turns.ts";
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
/** Longest time for which a collection or host that fails is left alone, and how many of them are known. */
const [MAX_REST_S, MAX_RESTING] = [3_600, 1_000];
/** Pause after the store failed. */
const FAILURE_PAUSE_MS = 5_000;

export interface QueueOptions {
  /** Fetches a text. @throws Error on failure. */
  readonly fetchText?: (url: string) => Promise<string>;
  readonly gateways?: Gateways;
  /** Ends the turn after the requests in flight. */
  readonly signal?: AbortSignal;
  /** Where collections have their turn next; new ones begin with the first. */
  readonly turns?: MetadataTurns;
}

/** What turns leave to the next ones: collections have theirs one after the other. */
export class MetadataTurns {
  /** Last collection of the turn before. */
  last: Hex | undefined;
  /** Collections and hosts that have failed since their last success, and the Unix seconds until which no more are risked. */
  readonly failing = new LRUCache<string, { readonly failures: number; readonly until: number }>({
    max: MAX_RESTING,
  });

  /** Whether a collection or host is left alone. */
  isResting(name: string, now: number): boolean {
    return (this.failing.get(name)?.until ?? 0) > now;
  }

  /** Notes what came of a turn: who does not respond is left alone, each time for longer. */
  note(name: string, { silent, hasSucceeded }: Tries, now: number): void {
    const failures = (this.failing.get(name)?.failures ?? 0) + silent;
    const rest = Math.min(MAX_REST_S, FIRST_RETRY_S * 2 ** (failures - MAX_FAILURES));
    if (hasSucceeded) {
      this.failing.delete(name);
    } else if (silent > 0) {
      this.failing.set(name, { failures, until: failures < MAX_FAILURES ? 0 : now + rest });
    }
  }
}

/** A fetch that is due, and those whose turns it takes. */
interface Fetch extends DueMetadata {
  /** Absent if the URI cannot be fetched. */
  readonly location: string | undefined;
  /** Host of the location, or else the collection. */
  readonly host: string;
}

/** What has been tried in a turn, by collection or host. Of a collection, each new host that fails is one failure. */
class Tries {
  running = 0;
  failures = 0;
  /** Failures without a response. */
  silent = 0;
  hasSucceeded = false;
}

/**
 * Fetches and stores some of the metadata that is due, of as many collections as there are. A collection or host
 * that does not respond is left for the rest of the turn, and the turns of some time, so that it does not delay the
 * others. Failures are retried later with exponential backoff, also those of storing it.
 *
 * @param now Unix seconds.
 * @returns Number of attempts.
 * @throws Error if the store fails.
 */
export async function fetchDueMetadata(
  store: ChainWriter,
  now: number,
  {
    fetchText = guardedFetch,
    gateways = GATEWAYS,
    signal,
    turns = new MetadataTurns(),
  }: QueueOptions = {},
): Promise<number> {
  const tries = new Map<string, Tries>();
  const triesOf = (name: string): Tries => {
    const known = tries.get(name) ?? new Tries();
    tries.set(name, known);
    return known;
  };
  /** Fetches metadata as it is stored. */
  const textOf = async ({ location }: Fetch): Promise<MetadataText> => {
    if (location === undefined) {
      throw new MetadataError("uri");
    }
    const metadata = readMetadata(await fetchText(location));
    if (!metadata) {
      throw new MetadataError("content");
    }
    const text = formatMetadata(metadata);
    if (text === null) {
      throw new MetadataError("size");
    }
    return text;
  };
  const postpone = (fetch: Fetch, fault: MetadataFault) => {
    const pause = Math.min(MAX_RETRY_S, FIRST_RETRY_S * 2 ** fetch.attempts);
    return store.postponeMetadata(fetch, now + pause, fault);
  };
  const run = async (fetch: Fetch): Promise<void> => {
    const [host, collection] = [triesOf(fetch.host), triesOf(fetch.collection)];
    host.running += 1;
    try {
      await store.setMetadata(fetch, await textOf(fetch));
      host.hasSucceeded = true;
      collection.hasSucceeded = true;
    } catch (error) {
      const fault = error instanceof MetadataError ? error.fault : "network";
      await postpone(fetch, fault);
      const isNew = host.failures === 0 && !turns.failing.has(fetch.host);
      for (const each of isNew ? new Set([host, collection]) : [host]) {
        each.failures += 1;
        each.silent += fault === "network" ? 1 : 0;
      }
    }
    host.running -= 1;
  };
  const waiting: Fetch[] = [];
  for (const fetch of await dueFetches(store, now, gateways, turns)) {
    if (turns.isResting(fetch.host, now)) {
      await postpone(fetch, "network");
    } else {
      waiting.push(fetch);
    }
  }
  const isDead = (name: string) => {
    const { failures, hasSucceeded } = triesOf(name);
    return !hasSucceeded && failures >= MAX_FAILURES;
  };
  const running = new Set<Promise<void>>();
  const next = (): Fetch | undefined => {
    const usable = waiting.filter((each) => !isDead(each.host) && !isDead(each.collection));
    const hosts = new Set(usable.map(({ host }) => host));
    const most = hosts.size > 1 ? PARALLEL_OF_HOST : PARALLEL;
    return running.size < PARALLEL && !signal?.aborted
      ? usable.find(({ host }) => triesOf(host).running < most)
      : undefined;
  };
  let attempts = 0;
  for (let fetch = next(); fetch || running.size > 0; fetch = next()) {
    if (fetch) {
      attempts += 1;
      waiting.splice(waiting.indexOf(fetch), 1);
      const task = run(fetch).finally(() => running.delete(task));
      running.add(task);
    } else {
      await Promise.race(running);
    }
  }
  for (const [name, each] of tries) {
    turns.note(name, each, now);
  }
  return attempts;
}

/** Selects the fetches of a turn: as many of each collection, one collection after the other. */
async function dueFetches(
  store: ChainWriter,
  now: number,
  gateways: Gateways,
  turns: MetadataTurns,
): Promise<Fetch[]> {
  const due = new Set<Hex>();
  for (const after of turns.last === undefined ? [undefined] : [turns.last, undefined]) {
    for (const each of await store.listDueCollections(now, after, TURN + turns.failing.size)) {
      if (due.size < TURN && !turns.isResting(each, now)) {
        due.add(each);
      }
    }
  }
  const collections = [...due];
  turns.last = collections.at(-1);
  const share = Math.ceil(TURN / collections.length);
  const nfts: { readonly nft: DueMetadata; readonly at: number }[] = [];
  for (const collection of collections) {
    const listed = await store.listDueMetadata(collection, now, share);
    nfts.push(...listed.map((nft, at) => ({ nft, at })));
  }
  nfts.sort((one, other) => one.at - other.at);
  return nfts.map(({ nft }) => {
    const location = metadataLocation(nft.uri, gateways, nft.attempts);
    return { ...nft, location, host: location ? new URL(location).host : nft.collection };
  });
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
  const turns = new MetadataTurns();
  let failure: string | undefined;
  return repeat(async (signal) => {
    try {
      const tried = await fetchDueMetadata(store, Math.floor(Date.now() / 1000), {
        ...options,
        turns,
        signal,
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
  });
}
