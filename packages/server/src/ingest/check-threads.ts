import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { ChainProfile } from "../chain/profiles.ts";
import type { BlockDocument } from "../source/block-files.ts";
import type { ReadBody } from "../source/node.ts";
import type { CheckedBlock, Checks } from "./verified-blocks.ts";

/** Checks of the blocks of a document. */
export type DocumentChecks = Pick<ChainProfile, "verification"> & {
  /** Expected chain id of transactions; default: any. */
  readonly chainId?: number | undefined;
  /** Blocks that are not read, because they are compared with stored ones by their hash. */
  readonly stored: { readonly oldest: number; readonly tip: number } | undefined;
};

/** What a thread is told; it replies in the same order. */
export type CheckTask =
  | { readonly kind: "document"; readonly document: BlockDocument; readonly checks: DocumentChecks }
  | { readonly kind: "response"; readonly body: Uint8Array; readonly checks: Checks };

export interface CheckReply {
  readonly blocks?: readonly CheckedBlock[];
  readonly error?: Error;
}

/** Worker threads that parse and verify blocks. */
export type CheckThreads = ReturnType<typeof startCheckThreads>;

interface PendingTask extends PromiseWithResolvers<readonly CheckedBlock[]> {
  /** Relative time that it takes. */
  readonly size: number;
}

interface Thread {
  readonly worker: Worker;
  readonly pending: PendingTask[];
  /** Ends the thread. */
  readonly idle: NodeJS.Timeout;
}

/** `check-worker.ts` in the sources, `check-worker.js` in the build. */
const ENTRY = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);
const MAX_THREADS = 8;
/** Bytes that take as long to be checked as another thread takes to start. */
const WORTH_A_THREAD = 2 ** 20;
/** Time without a task after which a thread ends, which frees its memory. */
const IDLE_MS = 5_000;
/** Blocks are short-lived; the default limit would keep about 100 MB more of them. */
export const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 16 };

/**
 * Starts threads that parse and verify blocks: as many as needed, at most one per processor. This thread,
 * which writes the blocks, needs a part of one. They keep the process alive while they have work, and end some time
 * after it.
 */
export function startCheckThreads(max: number = Math.min(MAX_THREADS, availableParallelism())) {
  const threads = new Set<Thread>();
  const start = (): Thread => {
    const pending: PendingTask[] = [];
    const worker = new Worker(ENTRY, { resourceLimits: RESOURCE_LIMITS });
    const end = () => {
      if (pending.length === 0) {
        threads.delete(thread);
        void worker.terminate();
      }
    };
    const fail = (error: Error) => {
      threads.delete(thread);
      for (const { reject } of pending.splice(0)) {
        reject(error);
      }
    };
    worker
      .on("message", ({ blocks = [], error }: CheckReply) => {
        const task = pending.shift();
        thread.idle.refresh();
        if (pending.length === 0) {
          worker.unref();
        }
        if (error) {
          task?.reject(error);
        } else {
          task?.resolve(blocks);
        }
      })
      .on("error", fail)
      .on("exit", () => fail(new Error("the thread has ended")));
    const thread = { worker, pending, idle: setTimeout(end, IDLE_MS).unref() };
    threads.add(thread);
    worker.unref();
    return thread;
  };
  const choose = (): Thread => {
    const [least] = [...threads].sort((a, b) => load(a) - load(b));
    return least && (threads.size === max || load(least) < WORTH_A_THREAD) ? least : start();
  };
  const run = async (task: CheckTask, size: number): Promise<readonly CheckedBlock[]> => {
    const { worker, pending } = choose();
    const reply: PendingTask = { size, ...Promise.withResolvers() };
    worker.postMessage(task);
    pending.push(reply);
    worker.ref();
    return reply.promise;
  };
  return {
    /** Starts a thread before there is work for it. */
    startOne() {
      const [thread = start()] = threads;
      thread.idle.refresh();
    },
    /** @throws Error naming the file, the line and the problem if a document cannot be parsed. */
    read: (document: BlockDocument, checks: DocumentChecks) =>
      run({ kind: "document", document, checks }, document.content.length),
    /** Parses and checks the block of a response. @returns undefined if there is a problem. */
    async check(body: Uint8Array, checks: Checks): Promise<CheckedBlock | undefined> {
      const [block] = await run({ kind: "response", body, checks }, body.length);
      return block;
    },
    /** Ends the threads at once; what they have not checked fails. */
    async close() {
      // A late reply would have the process not wait for the thread: it would end before it says what is wrong.
      await Promise.all(
        [...threads].map(({ worker }) => worker.removeAllListeners("message").terminate()),
      );
    },
  };
}

/** Size of what waits to be checked. */
function load({ pending }: Thread): number {
  return pending.reduce((sum, { size }) => sum + size, 0);
}

/** One processor is for the thread that fetches and writes the blocks. */
const MAX_CHECKING = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * Reads responses in threads, as long as they come. The thread that fetches and writes the blocks neither parses them
 * nor sends them to others as objects, which takes as long as to check them.
 *
 * @returns Function that starts a thread if there is none, while the node is waited for, and returns how the response to
 *   a batch of a block and its receipts is parsed, and the block checked. What is wrong or incomplete is left to the
 *   thread that asks: errors lose their class between threads.
 */
export function checkInThreads() {
  const threads = startCheckThreads(MAX_CHECKING);
  return (checks: () => Checks): ReadBody<CheckedBlock> => {
    threads.startOne();
    // A thread may fail, e.g. for want of memory.
    return (body) => threads.check(body, checks()).catch(() => undefined);
  };
}
