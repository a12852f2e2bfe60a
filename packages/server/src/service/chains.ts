import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { profileOf } from "../chain/profiles.ts";
import type { HttpSettings } from "../config/options.ts";
import type { Readiness } from "../http/probes.ts";
import type { IngestEvent } from "../ingest/events.ts";
import {
  type Additions,
  addTo,
  type FollowerThread,
  followInThread,
  type IngestOrder,
} from "../ingest/thread.ts";
import { findMissingMethods, type MissingMethod } from "../source/needed-methods.ts";
import { TOO_MANY_REQUESTS } from "../source/rpc-call.ts";
import { assertChainIds } from "../source/rpc-node.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { besideWriter, openReader } from "../store/open.ts";
import { chainMetrics } from "./chain-metrics.ts";
import { gaugesOf, readinessOf, type WatchedChain } from "./readiness.ts";
import { stopAll } from "./stop-all.ts";
import type { Storage } from "./storage.ts";

/** A served chain. */
export interface ServedChain {
  readonly name: string;
  readonly reader: ChainReader;
  /** Options for following the chain. */
  readonly order: IngestOrder;
  /** What its nodes cannot do. */
  readonly missingMethods: readonly MissingMethod[];
}

/** Thrown if the data of a chain cannot be opened. It is not followed, and what is requested of it fails. */
export class BrokenChainError extends Error {
  override readonly name = "BrokenChainError";
  readonly chain: string;

  constructor(chain: string, cause: Error) {
    super(cause.message, { cause });
    this.chain = chain;
  }
}

interface OpenOptions extends Omit<IngestOrder, "store" | "verification" | "maxReorg"> {
  /** Whether its blocks are accepted with only the parent hash checked. */
  readonly isTrusted?: boolean;
}

/**
 * Opens a chain of a storage.
 *
 * @param order Options for following the chain; the rest comes from its profile.
 * @throws Error if one of its nodes reports another chain id.
 * @throws BrokenChainError if its data cannot be opened.
 */
export async function openChain(
  storage: Storage,
  name: string,
  { isTrusted, ...order }: OpenOptions,
): Promise<ServedChain> {
  const store = storage.chain(name);
  const { verification, chainId, finality } = profileOf(name, isTrusted);
  const rpc = { ...order.rpc, chainId };
  await assertChainIds(name, order.urls, chainId, rpc.headers);
  const missingMethods = await findMissingMethods(name, order.urls, rpc);
  const reader = await openReader(store).catch((error: Error) => {
    throw new BrokenChainError(name, error);
  });
  const all = { ...order, rpc, store, verification, maxReorg: finality };
  return { name, reader, order: all, missingMethods };
}

/** Closes the data of chains. */
export async function closeReaders(chains: readonly ServedChain[]): Promise<void> {
  await stopAll(chains.map(({ reader }) => reader.close));
}

/** The followed chains of a service. */
export interface FollowedChains {
  readiness(): Promise<Readiness>;
  /** Whether all followed chains have the balances of their tip. */
  isSettled(): Promise<boolean>;
  /** Whether this or another process follows a chain. */
  isFollowed(chain: string): Promise<boolean>;
  /** Has the process that follows a chain add what requests need. */
  add(chain: string, additions: Additions): Promise<void>;
  stop(): Promise<void>;
}

/** Follows chains, and reports to the log and the metrics. */
export function followChains(
  chains: readonly ServedChain[],
  broken: readonly BrokenChainError[],
  { readyLag, discover }: Pick<HttpSettings, "readyLag" | "discover">,
  log: FastifyBaseLogger,
  metrics: Registry,
): FollowedChains {
  const watched: WatchedChain[] = broken.map((error) => ({ name: error.chain, reader: error }));
  const followers: {
    readonly name: string;
    readonly reader: ChainReader;
    readonly follower: FollowerThread;
  }[] = [];
  const count = chainMetrics(metrics, () => gaugesOf(watched, readyLag));
  for (const { chain, message } of broken) {
    log.error({ chain, reason: message }, "chain data cannot be opened");
  }
  for (const chain of chains) {
    const { name, order, reader, missingMethods } = chain;
    for (const { host, method, reason, effect } of missingMethods) {
      log.warn({ chain: name, host, method, reason }, `the node lacks ${method}: ${effect}`);
    }
    if (order.urls.length === 0 && !order.fetchMetadata) {
      watched.push(chain);
      continue;
    }
    const follower = followInThread(
      name,
      { ...order, discoversWallets: discover !== undefined },
      (event) => {
        count(name, event);
        writeLog(log, name, event);
      },
    );
    // A thread that only fetches metadata has no status.
    watched.push(order.urls.length === 0 ? chain : { ...chain, follower });
    followers.push({ name, reader, follower });
  }
  const chainOf = (chain: string) => chains.find(({ name }) => name === chain);
  const followerOf = (chain: string) => followers.find(({ name }) => name === chain)?.follower;
  return {
    readiness: () => readinessOf(watched, readyLag),
    async isSettled() {
      for (const { reader, follower } of followers) {
        if ((await reader.tip())?.hash !== follower.status().settled) {
          return false;
        }
      }
      return true;
    },
    async isFollowed(chain) {
      const known = chainOf(chain);
      const isOwn = known !== undefined && known.order.urls.length > 0;
      return isOwn || (await known?.reader.followerStatus()) !== undefined;
    },
    async add(chain, additions) {
      const known = chainOf(chain);
      const own = followerOf(chain);
      if (own && known && known.order.urls.length > 0) {
        await own.add(additions);
      } else if (known) {
        await besideWriter(known.order.store, (store) => addTo(store, additions));
      }
    },
    stop: () => stopAll(followers.map(({ follower }) => follower.stop)),
  };
}

type Level = "debug" | "info" | "warn" | "error";

/** What is logged of an event, with its fields; of others nothing is. */
const LOGGED: Readonly<
  Partial<Record<IngestEvent["kind"], readonly [level: Level, message: string]>>
> = {
  "balances corrected": ["debug", "balances had changed without a log"],
  "development chain": [
    "info",
    "the nodes run a development chain: senders are not verified, and reverted blocks are removed at any depth",
  ],
  reorg: ["warn", "chain reorganised"],
  "set aside": ["warn", "contract set aside"],
  "wallets discovered": ["info", "tokens of wallets below the oldest block found"],
  "discovery failed": ["warn", "wallets cannot be discovered; tried again in 10 min"],
  "metadata failed": ["warn", "metadata of NFTs cannot be stored"],
  trouble: ["error", "chain stalled"],
  recovered: ["warn", "chain advances again"],
  "history unavailable": ["warn", "older blocks are not available; retried in 10 min"],
  "node behind": ["warn", "the node is behind the stored blocks"],
  "node caught up": ["info", "the node is no longer behind the stored blocks"],
  standby: ["info", "standby: another process follows the chain"],
  "took over": ["warn", "took over: this process follows the chain now"],
  "lease lost": ["warn", "lease lost: waiting to take over again"],
  "node failed": ["warn", "node failed; another one is used"],
};

/** Writes an event of following a chain to the log. */
export function writeLog(log: FastifyBaseLogger, chain: string, event: IngestEvent): void {
  const { kind, ...fields } = event;
  const [level, message] = LOGGED[kind] ?? [];
  // Two nodes at their rate limits may replace each other every second, which the metrics show.
  if (
    event.kind === "node failed" &&
    (event.next === undefined || event.reason === TOO_MANY_REQUESTS)
  ) {
    log.debug({ chain, host: event.host, reason: event.reason }, "node failed");
  } else if (level !== undefined) {
    log[level]({ chain, ...fields }, message);
  }
}
