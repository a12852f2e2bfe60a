import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { profileOf } from "../chain/profiles.ts";
import type { HttpSettings } from "../config/options.ts";
import type { IngestEvent } from "../ingest/events.ts";
import {
  type Additions,
  addBeside,
  type FollowerThread,
  followInThread,
  type IngestOrder,
} from "../ingest/thread.ts";
import { findMissingMethods, type MissingMethod } from "../source/needed-methods.ts";
import { TOO_MANY_REQUESTS } from "../source/rpc-call.ts";
import { assertChainIds } from "../source/rpc-node.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { openReader } from "../store/open.ts";
import { chainMetrics } from "./chain-metrics.ts";
import { gaugesOf, readinessOf, type WatchedChain } from "./readiness.ts";
import { stopAll } from "./stop-all.ts";
import type { Storage } from "./storage.ts";

export interface ServedChain {
  readonly name: string;
  /** Its data, or the reason why they cannot be opened: it is not followed, and what is requested of it fails. */
  readonly reader: ChainReader | Error;
  readonly order: IngestOrder;
  /** What its nodes cannot do. */
  readonly missingMethods: readonly MissingMethod[];
}

export type OpenChain = ServedChain & { readonly reader: ChainReader };

export function isOpen(chain: ServedChain): chain is OpenChain {
  return !(chain.reader instanceof Error);
}

interface OpenOptions extends Omit<IngestOrder, "store" | "verification" | "maxReorg"> {
  /** Whether its blocks are accepted with only the parent hash checked. */
  readonly isTrusted?: boolean;
}

/** Opens a chain, with the rest of the order from its profile. @throws Error if a node reports another chain id. */
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
  const reader = await openReader(store).catch((error: Error) => error);
  const all = { ...order, rpc, store, verification, maxReorg: finality };
  return { name, reader, order: all, missingMethods };
}

export async function closeReaders(chains: readonly ServedChain[]): Promise<void> {
  await stopAll(chains.filter(isOpen).map(({ reader }) => reader.close));
}

export type FollowedChains = ReturnType<typeof followChains>;

/** Follows chains, and reports to the log and the metrics. */
export function followChains(
  chains: readonly ServedChain[],
  { readyLag, discover }: Pick<HttpSettings, "readyLag" | "discover">,
  log: FastifyBaseLogger,
  metrics: Registry,
) {
  for (const { name, reader } of chains) {
    if (reader instanceof Error) {
      log.error({ chain: name, reason: reader.message }, "chain data cannot be opened");
    }
  }
  const count = chainMetrics(metrics, () => gaugesOf(watched, readyLag));
  const follow = ({ name, order, missingMethods }: ServedChain): FollowerThread | undefined => {
    for (const { host, method, reason, effect } of missingMethods) {
      log.warn({ chain: name, host, method, reason }, `the node lacks ${method}: ${effect}`);
    }
    if (order.urls.length === 0 && !order.fetchMetadata) {
      return undefined;
    }
    return followInThread(name, { ...order, discoversWallets: discover !== undefined }, (event) => {
      count(name, event);
      writeLog(log, name, event);
    });
  };
  const served = chains.filter(isOpen).map((chain) => {
    const thread = follow(chain);
    // A thread that only fetches metadata has no status.
    return { ...chain, thread, follower: chain.order.urls.length > 0 ? thread : undefined };
  });
  const watched: WatchedChain[] = [...chains.filter((chain) => !isOpen(chain)), ...served];
  const threads = served.flatMap(({ thread }) => thread ?? []);
  const chainOf = (chain: string) => served.find(({ name }) => name === chain);
  return {
    readiness: () => readinessOf(watched, readyLag),
    /** Whether all followed chains have the balances of their tip. */
    async isSettled(): Promise<boolean> {
      for (const { reader, follower } of served) {
        if (follower && (await reader.tip())?.hash !== follower.status().settled) {
          return false;
        }
      }
      return true;
    },
    /** Whether this or another process follows a chain. */
    async isFollowed(chain: string): Promise<boolean> {
      const known = chainOf(chain);
      return (known?.follower ?? (await known?.reader.followerStatus())) !== undefined;
    },
    /** Has the process that follows a chain add what requests need. */
    async add(chain: string, additions: Additions): Promise<void> {
      const known = chainOf(chain);
      if (known?.follower) {
        await known.follower.add(additions);
      } else if (known) {
        await addBeside(known.order.store, additions);
      }
    },
    stop: () => stopAll(threads.map(({ stop }) => stop)),
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
