import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { packClaims, type SenderClaim } from "./sender-claims.ts";

/** Worker threads that verify senders. */
export interface SenderThreads {
  /** Verifies claims. @returns Index of the first invalid one; -1 if all are valid. */
  check(claims: readonly SenderClaim[]): Promise<number>;
  close(): Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly index: number;
}

interface PendingCheck {
  resolve(index: number): void;
  reject(error: Error): void;
}

/** `sender-worker.ts` in the sources, `sender-worker.js` in the build. */
const ENTRY = new URL(`./sender-worker${extname(import.meta.url)}`, import.meta.url);
const MAX_THREADS = 4;

/** Starts threads that verify senders: one per processor except the one of this thread. */
export function startSenderThreads(
  count: number = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
): SenderThreads {
  const pending = new Map<number, PendingCheck>();
  let lastId = 0;
  const fail = (error: Error) => {
    for (const { reject } of pending.values()) {
      reject(error);
    }
    pending.clear();
  };
  const workers = Array.from({ length: count }, () =>
    new Worker(ENTRY)
      .on("message", ({ id, index }: Reply) => {
        pending.get(id)?.resolve(index);
        pending.delete(id);
      })
      .on("error", fail),
  );
  return {
    check(claims) {
      lastId += 1;
      const id = lastId;
      const bytes = packClaims(claims);
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        workers[id % count]?.postMessage({ id, bytes }, [bytes.buffer]);
      });
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
