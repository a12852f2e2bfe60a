import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { ChainProfile } from "../chain/profiles.ts";
import type { CheckedBlock } from "../ingest/verified-blocks.ts";
import type { BlockDocument } from "../source/block-files.ts";

/** Checks of the blocks of a chain. */
export type ImportChecks = Pick<ChainProfile, "verification"> & {
  /** Expected chain id of transactions; default: any. */
  readonly chainId?: number | undefined;
};

/** Blocks that are not read, because they are compared with stored ones by their hash. */
export interface StoredRange {
  readonly first: number;
  readonly last: number;
}

/** What a worker thread receives. */
export interface WorkerTask {
  readonly id: number;
  readonly document: BlockDocument;
  readonly stored: StoredRange | undefined;
}

/** What a worker thread is started with. */
export interface WorkerStart extends ImportChecks {
  /** 1 once the threads are to end: tasks that wait are then dropped. */
  readonly isClosing: Int32Array;
}

/** What a worker thread responds with. */
export interface WorkerReply {
  readonly id: number;
  readonly blocks?: readonly CheckedBlock[];
  readonly error?: Error;
}

/** Worker threads that parse and verify blocks. */
export interface ImportThreads {
  /** @throws Error naming the file, the line and the problem if a document cannot be parsed. */
  read(document: BlockDocument, stored: StoredRange | undefined): Promise<readonly CheckedBlock[]>;
  close(): Promise<void>;
}

interface PendingTask {
  readonly bytes: number;
  resolve(blocks: readonly CheckedBlock[]): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly ended: Promise<unknown>;
  readonly pending: Map<number, PendingTask>;
}

/** `import-worker.ts` in the sources, `import-worker.js` in the build. */
const ENTRY = new URL(`./import-worker${extname(import.meta.url)}`, import.meta.url);
const MAX_THREADS = 8;

/**
 * Starts threads that parse and verify blocks: as many as needed, at most one per processor. This thread,
 * which writes the blocks, needs a part of one.
 */
export function startImportThreads(
  { verification, chainId }: ImportChecks,
  max: number = Math.min(MAX_THREADS, availableParallelism()),
): ImportThreads {
  const threads: Thread[] = [];
  const isClosing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let lastId = 0;
  const start = (): Thread => {
    const pending = new Map<number, PendingTask>();
    const workerData: WorkerStart = { verification, chainId, isClosing };
    const worker = new Worker(ENTRY, { workerData })
      .on("message", ({ id, blocks = [], error }: WorkerReply) => {
        const task = pending.get(id);
        pending.delete(id);
        if (error) {
          task?.reject(error);
        } else {
          task?.resolve(blocks);
        }
      })
      .on("error", (error) => {
        for (const { reject } of pending.values()) {
          reject(error as Error);
        }
        pending.clear();
      });
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    const thread = { worker, ended, pending };
    threads.push(thread);
    return thread;
  };
  const choose = (): Thread => {
    const [least] = threads.toSorted((a, b) => load(a) - load(b));
    return least && (least.pending.size === 0 || threads.length === max) ? least : start();
  };
  return {
    read(document, stored) {
      lastId += 1;
      const id = lastId;
      const { worker, pending } = choose();
      return new Promise((resolve, reject) => {
        pending.set(id, { bytes: document.content.length, resolve, reject });
        worker.postMessage({ id, document, stored } satisfies WorkerTask);
      });
    },
    async close() {
      Atomics.store(isClosing, 0, 1);
      for (const { worker } of threads) {
        worker.postMessage(undefined);
      }
      await Promise.all(threads.map(({ ended }) => ended));
    },
  };
}

/** Bytes that wait to be read. */
function load({ pending }: Thread): number {
  return [...pending.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}
