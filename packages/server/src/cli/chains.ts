import type { FastifyBaseLogger } from "fastify";
import { Counter, Gauge, type Registry } from "prom-client";
import { profileOf } from "../chains/profiles.ts";
import type { Readiness } from "../http/probes.ts";
import { type Follower, follow } from "../ingest/follow.ts";
import { runMetadataQueue } from "../metadata/queue.ts";
import { createRpcClient } from "../source/json-rpc.ts";
import type { ChainStore } from "../store/chain-store.ts";

/** A chain that is served; without nodes it is served as it was imported. */
export interface ServedChain {
  readonly name: string;
  readonly store: ChainStore;
  readonly urls: readonly string[];
  readonly from: number | undefined;
  readonly pollMs: number;
  readonly maxReorg: number;
  /** Whether metadata of NFTs are fetched from where strangers say they are. */
  readonly fetchMetadata: boolean;
}

/** The chains of a service, followed. */
export interface FollowedChains {
  readiness(): Readiness;
  stop(): Promise<void>;
}

/** Follows chains, and tells of it in the log and in the metrics. */
export function followChains(
  chains: readonly ServedChain[],
  readyLag: number,
  log: FastifyBaseLogger,
  metrics: Registry,
): FollowedChains {
  const registers = [metrics];
  const reorgs = new Counter({
    name: "chainkit_reorgs_total",
    help: "Reorganisations that were followed.",
    labelNames: ["chain"],
    registers,
  });
  const failures = new Counter({
    name: "chainkit_rpc_failures_total",
    help: "Requests that a node did not answer.",
    labelNames: ["chain", "host"],
    registers,
  });
  const followers = new Map<string, Follower>();
  const queues: (() => Promise<void>)[] = [];
  for (const { name, store, urls, from, pollMs, maxReorg, fetchMetadata } of chains) {
    if (fetchMetadata) queues.push(runMetadataQueue(store));
    if (urls.length === 0) continue;
    const rpc = createRpcClient(urls, (host, reason) => {
      failures.inc({ chain: name, host });
      log.debug({ chain: name, host, reason }, "node failed");
    });
    const onReorg = (depth: number) => {
      reorgs.inc({ chain: name });
      log.warn({ chain: name, depth }, "chain reorganised");
    };
    const onTrouble = (reason: string) => log.error({ chain: name, reason }, "chain stands still");
    const { verification } = profileOf(name);
    const options = { from, pollMs, verification, maxReorg, onReorg, onTrouble };
    followers.set(name, follow(store, rpc, options));
  }
  const lagOf = (name: string) => {
    const { head, served } = followers.get(name)?.status() ?? {};
    return head === undefined || served === undefined ? undefined : head - served;
  };
  new Gauge({
    name: "chainkit_lag_blocks",
    help: "How many blocks of the node are not served yet; -1 before it is known.",
    labelNames: ["chain"],
    registers,
    collect() {
      for (const name of followers.keys()) this.set({ chain: name }, lagOf(name) ?? -1);
    },
  });
  return {
    readiness: () => readiness(chains, followers, readyLag),
    async stop() {
      const stops = [...followers.values()].map(({ stop }) => stop);
      await Promise.all([...stops, ...queues].map((stop) => stop()));
    },
  };
}

function readiness(
  chains: readonly ServedChain[],
  followers: ReadonlyMap<string, Follower>,
  readyLag: number,
): Readiness {
  let ready = true;
  const known = chains.map(({ name, store }) => {
    const served = store.getLatestBlock()?.number ?? null;
    const status = followers.get(name)?.status();
    if (!status) {
      return [name, { served }] as const;
    }
    const head = status.head ?? null;
    const lag = head === null || served === null ? null : head - served;
    const isReady = lag !== null && lag <= readyLag && status.trouble === undefined;
    ready &&= isReady;
    return [name, { served, head, lag, ready: isReady }] as const;
  });
  return { ready, chains: Object.fromEntries(known) };
}
