import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { BlockName } from "../chain/records.ts";
import type { BlockChange } from "../store/chain-writer.ts";
import type { ImportedChain } from "./import-checks.ts";

/** A block of a file. */
export interface FileBlock extends BlockName {
  /** Undefined if the block was not read, or cannot be. */
  readonly change?: BlockChange;
  /** Why the block is invalid. */
  readonly problem?: string;
}

/** Selects the blocks of a document. */
export interface Selection {
  /** Lowest block number. */
  readonly from: number;
  /** Block number above the highest. */
  readonly below: number;
  /** Highest block to list without reading it. */
  readonly knownUpTo: number;
}

/** A document, or the path of a file that is small enough to be read by one thread. */
type Content = { readonly document: Uint8Array } | { readonly file: string };

/** What a worker thread receives. */
export type WorkerTask = Selection & Content & { readonly id: number };

/** What a worker thread is started with. */
export interface WorkerStart extends Pick<ImportedChain, "verification" | "chainId"> {
  /** 1 once the threads are to end: tasks that wait are then dropped. */
  readonly isClosing: Int32Array;
}

/** What a worker thread responds with. */
export interface WorkerReply {
  readonly id: number;
  readonly blocks?: readonly FileBlock[];
  readonly error?: { readonly name: string; readonly message: string };
}

/** Worker threads that parse and verify blocks. */
export interface ImportThreads {
  /** @throws SyntaxError if the document is not JSON. @throws Error if it has another shape. */
  read(document: Uint8Array, selection: Selection): Promise<readonly FileBlock[]>;
  /**
   * Reads all documents of a small file.
   *
   * @param bytes Its size.
   * @throws Error naming the file, the line and the problem.
   */
  readFile(file: string, bytes: number, selection: Selection): Promise<readonly FileBlock[]>;
  close(): Promise<void>;
}

interface PendingTask {
  readonly bytes: number;
  resolve(blocks: readonly FileBlock[]): void;
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
  imported: ImportedChain,
  max: number = Math.min(MAX_THREADS, availableParallelism()),
): ImportThreads {
  const threads: Thread[] = [];
  const isClosing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let lastId = 0;
  const start = (): Thread => {
    const pending = new Map<number, PendingTask>();
    const { verification, chainId } = imported;
    const workerData: WorkerStart = { verification, chainId, isClosing };
    const worker = new Worker(ENTRY, { workerData })
      .on("message", ({ id, blocks = [], error }: WorkerReply) => {
        const task = pending.get(id);
        pending.delete(id);
        if (error) {
          task?.reject(Object.assign(new Error(error.message), { name: error.name }));
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
  const send = (content: Content, bytes: number, selection: Selection) => {
    lastId += 1;
    const id = lastId;
    const { worker, pending } = choose();
    return new Promise<readonly FileBlock[]>((resolve, reject) => {
      pending.set(id, { bytes, resolve, reject });
      worker.postMessage({ id, ...content, ...selection } satisfies WorkerTask);
    });
  };
  return {
    read: (document, selection) => send({ document }, document.length, selection),
    readFile: (file, bytes, selection) => send({ file }, bytes, selection),
    async close() {
      Atomics.store(isClosing, 0, 1);
      for (const { worker } of threads) {
        // Not `terminate()`: Node may crash if that interrupts the reading of a file.
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
