import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { Hex } from "../chain/records.ts";
import type { WalletQueue } from "../handlers/balances-on-demand.ts";
import { createRpcClient } from "../source/json-rpc.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { besideWriter } from "../store/open.ts";
import { EVERY_WALLET } from "../store/rows.ts";
import type { ServedChain } from "./chains.ts";
import { discover } from "./discover.ts";

/** Wallets that wait for their discovery, of all chains. */
export interface Discoveries extends WalletQueue {
  stop(): Promise<void>;
}

/** Outcome of one pass over the logs of a chain. */
export type DiscoveryEvent = { readonly chain: string } & (
  | {
      readonly kind: "discovered";
      readonly wallets: number;
      readonly pairs: number;
      readonly nfts: number;
    }
  | { readonly kind: "failed"; readonly reason: string }
);

/** Wallets of a chain that a process remembers having queued. */
const MAX_REMEMBERED = 1_000;
/** Wallets whose logs are read in one pass. */
const MAX_AT_ONCE = 100;
/** Interval at which wallets that other processes have queued are looked for. */
const POLL_MS = 5_000;
/** Pause after a failure, which is that of the node. */
const PAUSE_MS = 600_000;

/**
 * Creates the queue of wallets to discover, which is kept in the store of each chain. The process that writes a chain
 * reads its logs, in one pass at a time, for the wallets that waited when it began; those of other processes and of a
 * pass that was interrupted are among them.
 *
 * @param writes Whether this process writes a chain.
 */
export function createDiscoveries(
  chains: readonly ServedChain[],
  writes: (chain: string) => boolean,
  report: (event: DiscoveryEvent) => void,
): Discoveries {
  const stopping = new AbortController();
  const queues = new Map(
    chains.flatMap((chain) =>
      chain.reader instanceof Error
        ? []
        : [[chain.name, createQueue(chain, chain.reader, writes, report, stopping.signal)]],
    ),
  );
  return {
    accepts: (chain, wallet) => queues.get(chain)?.accepts(wallet) ?? false,
    add: (chain, wallet) => queues.get(chain)?.add(wallet),
    async stop() {
      stopping.abort(new Error("the service stops"));
      await Promise.all([...queues.values()].map((queue) => queue.end()));
    },
  };
}

function createQueue(
  { name: chain, order }: ServedChain,
  reader: ChainReader,
  writes: (chain: string) => boolean,
  report: (event: DiscoveryEvent) => void,
  signal: AbortSignal,
) {
  const { urls } = order;
  const remembered = new LRUCache<Hex, true>({ max: MAX_REMEMBERED, ttl: PAUSE_MS });
  const queueing = new Set<Promise<void>>();
  let woken = Promise.withResolvers<void>();

  const fail = (error: unknown) => {
    if (!signal.aborted) {
      report({ chain, kind: "failed", reason: (error as Error).message });
    }
  };
  const queue = async (wallet: Hex) => {
    try {
      const first = await reader.firstBlock();
      if (first !== undefined) {
        await besideWriter(order.store, (chain) => chain.queueWallets([wallet], first.number));
        woken.resolve();
      }
    } catch (error) {
      remembered.delete(wallet);
      fail(error);
    }
  };
  const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {});
  /** Reads the logs for the wallets that are most advanced. @returns Whether there were any. */
  const readLogs = async (): Promise<boolean> => {
    const all = await reader.listUndiscovered(MAX_AT_ONCE);
    const [next, ...others] = all.filter(({ wallet }) => wallet !== EVERY_WALLET);
    if (!next) {
      return false;
    }
    const same = [next, ...others.filter(({ lowest }) => lowest === next.lowest)];
    const wallets = same.map(({ wallet }) => wallet);
    const rpc = createRpcClient(urls, undefined, order.rpc);
    const { pairs, nfts } = await discover(order.store, rpc, wallets, () =>
      signal.throwIfAborted(),
    );
    report({ chain, kind: "discovered", wallets: wallets.length, pairs, nfts });
    return true;
  };
  const watch = async () => {
    while (!signal.aborted) {
      try {
        woken = Promise.withResolvers();
        const isBusy = writes(chain) && (await readLogs());
        if (!isBusy) {
          await Promise.race([pause(POLL_MS), woken.promise]);
        }
      } catch (error) {
        fail(error);
        await pause(PAUSE_MS);
      }
    }
  };
  const watching = urls.length > 0 ? watch() : undefined;

  return {
    // The readers of a folder leave writing to its follower.
    accepts: (wallet: Hex) =>
      !signal.aborted &&
      !remembered.has(wallet) &&
      (urls.length > 0 || order.store.kind === "postgres"),
    add(wallet: Hex) {
      remembered.set(wallet, true);
      const queued = queue(wallet).finally(() => queueing.delete(queued));
      queueing.add(queued);
    },
    end: () => Promise.all([watching, ...queueing]),
  };
}

/** Writes the outcome of a discovery of wallets to the log. */
export function writeDiscovery(log: FastifyBaseLogger, event: DiscoveryEvent): void {
  const { kind, ...facts } = event;
  if (kind === "discovered") {
    log.info(facts, "tokens of wallets below the first block found");
  } else {
    log.warn(facts, "wallets cannot be discovered; tried again in 10 min");
  }
}
