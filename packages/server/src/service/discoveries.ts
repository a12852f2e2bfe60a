import type { FastifyBaseLogger } from "fastify";
import type { Hex } from "../chain/records.ts";
import type { WalletQueue } from "../handlers/balances-on-demand.ts";
import { createRpcClient } from "../source/json-rpc.ts";
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

/** Wallets of a chain that wait; further ones are taken when they are requested again. */
const MAX_WAITING = 1_000;
/** Wallets whose logs are read in one pass. */
const MAX_AT_ONCE = 100;
/** Pause after a failure, which is that of the node. */
const PAUSE_MS = 600_000;

/**
 * Creates the queue of wallets to discover. The logs of a chain are read in one pass at a time, for the wallets that
 * waited when it began.
 */
export function createDiscoveries(
  chains: readonly ServedChain[],
  report: (event: DiscoveryEvent) => void,
): Discoveries {
  const stopping = new AbortController();
  const queues = new Map(
    chains.map((chain) => [chain.name, createQueue(chain, report, stopping.signal)]),
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
  report: (event: DiscoveryEvent) => void,
  signal: AbortSignal,
) {
  const urls = order.urls.filter((url) => /^https?:/i.test(url));
  const waiting = new Set<Hex>();
  let pausedUntil = 0;
  let pass: Promise<void> | undefined;

  const readLogs = async (wallets: readonly Hex[]) => {
    try {
      const rpc = createRpcClient(urls, undefined, order.rpc);
      const { pairs, nfts } = await discover(order.store, rpc, wallets, () =>
        signal.throwIfAborted(),
      );
      report({ chain, kind: "discovered", wallets: wallets.length, pairs, nfts });
    } catch (error) {
      waiting.clear();
      pausedUntil = performance.now() + PAUSE_MS;
      if (!signal.aborted) {
        report({ chain, kind: "failed", reason: (error as Error).message });
      }
    }
  };
  const run = async () => {
    while (waiting.size > 0) {
      const wallets = [...waiting].slice(0, MAX_AT_ONCE);
      await readLogs(wallets);
      for (const wallet of wallets) {
        waiting.delete(wallet);
      }
    }
    pass = undefined;
  };

  return {
    accepts: (wallet: Hex) =>
      urls.length > 0 &&
      !signal.aborted &&
      !waiting.has(wallet) &&
      waiting.size < MAX_WAITING &&
      performance.now() >= pausedUntil,
    add(wallet: Hex) {
      waiting.add(wallet);
      pass ??= run();
    },
    end: async () => pass,
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
