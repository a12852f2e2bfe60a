import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { profileOf } from "../chain/profiles.ts";
import type { Readiness } from "../http/probes.ts";
import type { IngestEvent, IngestStatus } from "../ingest/events.ts";
import type { Follower } from "../ingest/follow.ts";
import { followInThread, type IngestOrder } from "../ingest/thread.ts";
import type { StoredChainReader } from "../store/chain-store.ts";
import type { Port } from "../store/port.ts";
import { openChainReader } from "../store/sqlite/chain-store.ts";
import { type ChainStanding, chainMetrics } from "./chain-metrics.ts";
import type { DataFolder } from "./data-folder.ts";

/** A chain that is served. */
export interface ServedChain {
  readonly name: string;
  /** What is read. */
  readonly reader: Port<StoredChainReader>;
  /** What is written. */
  readonly order: IngestOrder;
}

interface OpenOptions extends Omit<IngestOrder, "file" | "verification" | "maxReorg"> {
  /** Whether its blocks are taken unverified. */
  readonly isTrusted?: boolean;
}

/**
 * Opens a chain of a data folder.
 *
 * @param order How it is to be followed; the rest is in the profile of the chain.
 */
export function openChain(
  folder: DataFolder,
  name: string,
  { isTrusted, ...order }: OpenOptions,
): ServedChain {
  const file = folder.chainFile(name);
  const { verification, finality } = profileOf(name, isTrusted);
  return {
    name,
    reader: openChainReader(file),
    order: { ...order, file, verification, maxReorg: finality },
  };
}

/** The chains of a service, followed. */
export interface FollowedChains {
  readiness(): Promise<Readiness>;
  /** Whether balances and metadata of all followed chains are those of their newest block. */
  isSettled(): Promise<boolean>;
  stop(): Promise<void>;
}

interface FollowedChain extends ServedChain {
  readonly follower: Follower;
}

/** Follows chains, and tells of it in the log and in the metrics. */
export function followChains(
  chains: readonly ServedChain[],
  readyLag: number,
  log: FastifyBaseLogger,
  metrics: Registry,
): FollowedChains {
  const followed: FollowedChain[] = [];
  const count = chainMetrics(metrics, () => Promise.all(followed.map(standingOf)));
  for (const chain of chains) {
    const { name, order } = chain;
    if (order.urls.length === 0 && !order.fetchMetadata) {
      continue;
    }
    const follower = followInThread(name, order, (event) => {
      count(name, event);
      writeLog(log, name, event);
    });
    followed.push({ ...chain, follower });
  }
  return {
    readiness: () => readiness(chains, followed, readyLag),
    async isSettled() {
      for (const { reader, follower } of followed) {
        if ((await reader.getLatestBlock())?.hash !== follower.status().settled) {
          return false;
        }
      }
      return true;
    },
    async stop() {
      await Promise.all(followed.map(({ follower }) => follower.stop()));
    },
  };
}

function writeLog(log: FastifyBaseLogger, chain: string, event: IngestEvent): void {
  switch (event.kind) {
    case "balances corrected":
      log.debug({ chain, count: event.count }, "balances had changed without an event");
      break;
    case "reorg":
      log.warn({ chain, depth: event.depth, seconds: event.seconds }, "chain reorganised");
      break;
    case "trouble":
      log.error({ chain, reason: event.reason }, "chain stands still");
      break;
    case "node left":
      log.debug({ chain, host: event.host, reason: event.reason }, "node failed");
      break;
  }
}

async function standingOf({ name, reader, follower }: FollowedChain): Promise<ChainStanding> {
  const lag = await lagOf(reader, follower.status());
  return { name, lag, dirty: await reader.countDirty() };
}

async function lagOf(
  reader: Port<StoredChainReader>,
  { head }: IngestStatus,
): Promise<number | undefined> {
  const served = (await reader.getLatestBlock())?.number;
  return head === undefined || served === undefined ? undefined : head - served;
}

async function readiness(
  chains: readonly ServedChain[],
  followed: readonly FollowedChain[],
  readyLag: number,
): Promise<Readiness> {
  const each = chains.map(async ({ name, reader, order }) => {
    const served = (await reader.getLatestBlock())?.number ?? null;
    const status = followed.find((each) => each.name === name)?.follower.status();
    if (!status || order.urls.length === 0) {
      return [name, { served, ready: true }] as const;
    }
    const lag = (await lagOf(reader, status)) ?? null;
    const ready = lag !== null && lag <= readyLag && status.trouble === undefined;
    const { head = null, trouble = null } = status;
    return [name, { served, head, lag, trouble, ready }] as const;
  });
  const known = await Promise.all(each);
  const ready = known.every(([, chain]) => chain.ready);
  return { ready, chains: Object.fromEntries(known) };
}
