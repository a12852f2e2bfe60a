import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { packClaims, type SenderClaim } from "./sender-claims.ts";

/** Threads that check senders. */
export interface SenderThreads {
  /** Checks claims. @returns The index of the first false one; -1 if all are true. */
  check(claims: readonly SenderClaim[]): Promise<number>;
  close(): Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly index: number;
}

interface Waiting {
  resolve(index: number): void;
  reject(error: Error): void;
}

/** The worker beside this file, in the sources and in what is built of them. */
const ENTRY = new URL(`./sender-worker${extname(import.meta.url)}`, import.meta.url);
const MAX_THREADS = 4;

/** Starts threads that check senders: one per processor but the one that this thread uses. */
export function startSenderThreads(
  count: number = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
): SenderThreads {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) {
      reject(error);
    }
    waiting.clear();
  };
  const workers = Array.from({ length: count }, () =>
    new Worker(ENTRY)
      .on("message", ({ id, index }: Reply) => {
        waiting.get(id)?.resolve(index);
        waiting.delete(id);
      })
      .on("error", fail),
  );
  return {
    check(claims) {
      lastId += 1;
      const id = lastId;
      const bytes = packClaims(claims);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        workers[id % count]?.postMessage({ id, bytes }, [bytes.buffer]);
      });
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
