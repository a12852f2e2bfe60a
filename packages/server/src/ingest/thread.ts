import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Gateways } from "../metadata/location.ts";
import type { RpcOptions } from "../source/json-rpc.ts";
import type { StoreLocation } from "../store/open.ts";
import type { IngestEvent, IngestStatus, Tell } from "./events.ts";
import type { Follower, FollowOptions } from "./follow.ts";

/** What is to be written where. Plain data: it crosses to another thread. */
export interface IngestOrder extends Omit<FollowOptions, "tell"> {
  readonly store: StoreLocation;
  /** http(s) URLs of nodes, and a ws(s) URL that announces heads; none: the chain is not followed. */
  readonly urls: readonly string[];
  readonly rpc?: RpcOptions;
  /** Whether metadata of NFTs are fetched from where strangers say they are. */
  readonly fetchMetadata: boolean;
  /** Where they are fetched that HTTP does not know. */
  readonly gateways?: Gateways;
}

/** Its neighbour, in the sources and in what is built of them. */
const ENTRY = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
const RESTART_MS = 5_000;
/** Errors of other threads arrive without their class. */
const STANDBY = /is locked by another process$/;
/** A block is garbage as soon as it is written; by default 100 MB more of it would pile up. */
const RESOURCES = { maxYoungGenerationSizeMb: 16 };

/**
 * Follows a chain in a thread of its own. If that fails, which it should not, another one takes over
 * after a while: whatever is half done is not in the store.
 *
 * @param name Name of the chain.
 * @param restartMs Milliseconds until another thread takes over.
 */
export function followInThread(
  name: string,
  order: IngestOrder,
  tell: Tell,
  restartMs = RESTART_MS,
): Follower {
  let status: IngestStatus = { head: undefined, settled: undefined, trouble: undefined };
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  const take = (event: IngestEvent) => {
    if (event.kind === "status") {
      status = event.status;
    }
    tell(event);
  };
  const start = () => {
    const worker = new Worker(ENTRY, {
      workerData: order,
      name: `ingest of ${name}`,
      resourceLimits: RESOURCES,
    });
    worker.on("message", take);
    worker.on("error", (error: Error) => {
      const isStandby = STANDBY.test(error.message);
      const trouble = isStandby ? error.message : `ingest thread failed: ${error.message}`;
      // Told once: it is started again and again.
      if (trouble !== status.trouble) {
        take({ kind: isStandby ? "standby" : "trouble", reason: trouble });
      }
      take({ kind: "status", status: { ...status, trouble } });
    });
    worker.on("exit", () => {
      if (!isStopping) {
        restart = setTimeout(begin, restartMs);
      }
    });
    return worker;
  };
  const begin = () => {
    current = start();
  };
  let current = start();
  return {
    status: () => status,
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      if (current.threadId === -1) {
        return;
      }
      const ended = once(current, "exit");
      current.postMessage("stop");
      await ended;
    },
  };
}
