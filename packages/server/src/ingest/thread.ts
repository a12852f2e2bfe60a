import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Hex, TouchedPair } from "../chain/records.ts";
import type { Gateways } from "../metadata/location.ts";
import type { RpcOptions } from "../source/node-pool.ts";
import { besideWriter, type StoreLocation } from "../store/open.ts";
import { RESOURCE_LIMITS } from "./check-threads.ts";
import type { Emit, IngestEvent, IngestStatus } from "./events.ts";
import type { FollowOptions } from "./follow.ts";

/** Input of an ingest thread, as plain data that can be posted to it. */
export interface IngestOrder extends Omit<FollowOptions, "emit"> {
  readonly store: StoreLocation;
  /** JSON-RPC URLs of nodes; if empty, the chain is not followed. */
  readonly urls: readonly string[];
  /** Node that announces new heads. Default: heads are polled. */
  readonly webSocketUrl?: string | undefined;
  readonly rpc?: RpcOptions;
  /** Whether NFT metadata is fetched from remote URLs. */
  readonly fetchMetadata: boolean;
  /** Whether wallets that wait in the store are discovered. Default: they are not. */
  readonly discoversWallets?: boolean;
  /** Gateways for URLs that are not HTTP. */
  readonly gateways?: Gateways;
}

/** A follower in a thread of its own. */
export type FollowerThread = ReturnType<typeof followInThread>;

export interface WorkerOrder extends IngestOrder {
  /** Identity of the follower, the same after a restart of the thread. */
  readonly holder: string;
}

export interface Additions {
  /** Unknown pairs, whose balances are read soon. */
  readonly pairs?: readonly TouchedPair[];
  /** Wallets to discover, and the oldest stored block. */
  readonly wallets?: { readonly names: readonly Hex[]; readonly oldest: number };
}

/** What a worker thread is told. */
export type WorkerMessage = "stop" | Additions;

/** Adds what requests need beside the process that writes a chain. */
export function addBeside(location: StoreLocation, { pairs = [], wallets }: Additions) {
  return besideWriter(location, async (chain) => {
    if (pairs.length > 0) {
      await chain.addPairs(pairs);
    }
    if (wallets) {
      await chain.queueWallets(wallets.names, wallets.oldest);
    }
  });
}

/** `worker.ts` in the sources, `worker.js` in the build. */
const ENTRY = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
const RESTART_MS = 5_000;
/** Time for a thread to stop, before it is ended; a process has 10 s. */
const STOP_MS = 7_000;

/**
 * Follows a chain in a worker thread, which is restarted if it fails; unfinished writes are not in the
 * store.
 *
 * @param restartMs Milliseconds before a failed thread is restarted.
 */
export function followInThread(
  name: string,
  order: IngestOrder,
  emit: Emit,
  restartMs = RESTART_MS,
) {
  let status: IngestStatus = { head: undefined, settled: undefined, trouble: undefined };
  const holder = randomUUID();
  let isStopping = false;
  let stopFailure: string | undefined;
  let restart: NodeJS.Timeout | undefined;
  const handle = (event: IngestEvent) => {
    if (event.kind === "status") {
      const { isStandby: wasStandby } = status;
      status = event.status;
      if (wasStandby && status.trouble === undefined) {
        emit({ kind: "took over" });
      }
    }
    emit(event);
  };
  const startWorker = () => {
    const worker = new Worker(ENTRY, {
      workerData: { ...order, holder } satisfies WorkerOrder,
      name: `ingest of ${name}`,
      resourceLimits: RESOURCE_LIMITS,
    });
    worker.on("message", handle);
    worker.on("error", (error: Error) => {
      // An error of another thread arrives without its class.
      const isStandby = error.name === "StoreLockedError";
      if (isStopping) {
        stopFailure = isStandby ? stopFailure : error.message;
        return;
      }
      const trouble = isStandby ? error.message : `ingest thread failed: ${error.message}`;
      // Emitted once, although every restart may fail.
      if (trouble !== status.trouble) {
        handle({ kind: isStandby ? "standby" : "trouble", reason: trouble });
      }
      handle({ kind: "status", status: { ...status, trouble, isStandby } });
    });
    worker.on("exit", () => {
      if (!isStopping) {
        restart = setTimeout(() => {
          current = startWorker();
        }, restartMs);
      }
    });
    return worker;
  };
  let current = startWorker();
  return {
    status: () => status,
    /** Has the process that writes the chain add what requests need. */
    async add(additions: Additions) {
      if (status.isStandby) {
        await addBeside(order.store, additions);
      } else {
        // Written by the thread, because writing to SQLite blocks while the thread writes a block.
        current.postMessage(additions satisfies WorkerMessage);
      }
    },
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      if (current.threadId === -1) {
        return;
      }
      // Not by its promise, which an error of the thread would reject: then it has ended as well.
      const ended = new Promise<void>((resolve) => current.once("exit", () => resolve()));
      current.postMessage("stop" satisfies WorkerMessage);
      const timer = setTimeout(() => {
        stopFailure = `no end within ${STOP_MS / 1000} s`;
        current.terminate();
      }, STOP_MS);
      await ended;
      clearTimeout(timer);
      if (stopFailure !== undefined) {
        throw new Error(`ingest of ${name} failed while it stopped: ${stopFailure}`);
      }
    },
  };
}
