import { refresh } from "../balances/refresh.ts";
import { sweep } from "../balances/sweep.ts";
import type { Verification } from "../chains/profiles.ts";
import type { Hex } from "../handlers/reader.ts";
import type { TouchedPair } from "../source/events.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import { type ChainSource, nodeSource } from "../source/node.ts";
import type { RpcBlockWithReceipts } from "../source/rpc-types.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { applyBlock, WrongBlock } from "./apply.ts";
import { dropOrphans, Halted, refuseStray } from "./reorg.ts";
import { LyingNode } from "./verify.ts";

/** How far a chain is followed. */
interface FollowStatus {
  /** Newest block of the node; undefined before it has answered. */
  readonly head: number | undefined;
  /** Newest block that is served. */
  readonly served: number | undefined;
  /** Hash of the newest block at which balances and metadata are up to date. */
  readonly settled: Hex | undefined;
  /** What keeps it from going on. */
  readonly trouble: string | undefined;
}

/** What the follower is given, and whom it tells. */
export interface FollowOptions {
  /** The block to begin with in an empty store; absent: the newest one. */
  readonly from: number | undefined;
  readonly pollMs: number;
  readonly verification: Verification;
  /** A reorganisation of more blocks than this halts the chain. */
  readonly maxReorg: number;
  readonly onTrouble: (reason: string) => void;
  readonly onReorg: (depth: number) => void;
}

/** A chain that is being followed. */
export interface Follower {
  status(): FollowStatus;
  /** Ends after the block that is being written. */
  stop(): Promise<void>;
}

/** Blocks that are read at once while there is much to catch up with. */
const READ_AHEAD = 8;
const MAX_PAUSE_MS = 30_000;
/** How often the nodes are compared. */
const SURVEY_MS = 10_000;
/** So long a block that was announced may not be there. */
const STUCK_MS = 20_000;

/** Keeps a store in step with a chain until it is stopped. */
export function follow(store: ChainStore, rpc: RpcClient, options: FollowOptions): Follower {
  const source = nodeSource(rpc);
  const abort = new AbortController();
  let head: number | undefined;
  let trouble: string | undefined;
  let sweptAt: Hex | undefined;

  const run = async () => {
    let pauseMs = options.pollMs;
    let surveyAt = 0;
    let sweptTo: TouchedPair | undefined;
    let movedTo: number | undefined;
    let movedAt = Date.now();
    while (!abort.signal.aborted) {
      try {
        head = await source.head();
        if (Date.now() >= surveyAt) {
          await rpc.leaveIfBehind();
          surveyAt = Date.now() + SURVEY_MS;
        }
        await catchUp(store, source, head, options, abort.signal);
        while (!abort.signal.aborted && (await refresh(store, rpc))) {}
        const tip = store.getLatestBlock();
        if (tip && tip.hash !== sweptAt) {
          sweptTo = await sweep(store, rpc, sweptTo);
          sweptAt = tip.hash;
        }
        const served = tip?.number;
        if (served !== movedTo || served === undefined || served >= head) {
          movedTo = served;
          movedAt = Date.now();
        } else if (Date.now() - movedAt > STUCK_MS) {
          movedAt = Date.now();
          throw new LyingNode(`the node announces block ${head}, but does not give it`);
        }
        trouble = undefined;
        pauseMs = options.pollMs;
      } catch (error) {
        const reason = (error as Error).message;
        if (reason !== trouble) options.onTrouble(reason);
        trouble = reason;
        if (error instanceof Halted) return;
        if (error instanceof LyingNode || error instanceof WrongBlock) rpc.leave(reason);
        pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
      }
      await pause(pauseMs, abort.signal);
    }
  };
  const ended = run();
  return {
    status: () => ({ head, served: store.getLatestBlock()?.number, settled: sweptAt, trouble }),
    async stop() {
      abort.abort();
      await ended;
    },
  };
}

async function catchUp(
  store: ChainStore,
  source: ChainSource,
  head: number,
  options: FollowOptions,
  signal: AbortSignal,
): Promise<void> {
  if (!(await dropOrphans(store, source, options))) {
    return;
  }
  let next = nextNumber(store, head, options.from);
  while (next <= head && !signal.aborted) {
    const count = Math.min(READ_AHEAD, head - next + 1);
    const numbers = Array.from({ length: count }, (_, at) => next + at);
    const blocks = await Promise.all(numbers.map((number) => source.block(number)));
    for (const [at, block] of blocks.entries()) {
      // A block just announced may not be there yet; the next round asks again.
      if (!block || signal.aborted) return;
      if (!followsTip(store, block)) {
        await refuseStray(store, source, block);
        return;
      }
      applyBlock(store, block, options.verification);
      next = numbers[at] === undefined ? next : numbers[at] + 1;
    }
  }
}

function nextNumber(store: ChainStore, head: number, from: number | undefined): number {
  const latest = store.getLatestBlock();
  return latest ? latest.number + 1 : (from ?? head);
}

function followsTip(store: ChainStore, { block }: RpcBlockWithReceipts): boolean {
  const latest = store.getLatestBlock();
  return !latest || latest.hash === block.parentHash;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
