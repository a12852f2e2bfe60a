import { StateUnavailableError } from "../source/contract-errors.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import { subscribeNewHeads } from "../source/new-heads.ts";
import type { ChainWriter } from "../store/chain-store.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import type { IngestStatus } from "./events.ts";
import { createPace } from "./pace.ts";
import { InvalidBlockError } from "./read-block.ts";
import { ChainHaltedError } from "./reorg.ts";
import { followingRounds, type RoundOptions } from "./round.ts";

/** How a chain is followed, and who is told. */
export interface FollowOptions extends RoundOptions {
  /** Milliseconds from one look at the node to the next. */
  readonly pollMs: number;
}

/** A chain that is being followed. */
export interface Follower {
  status(): IngestStatus;
  /** Ends after the block that is being written. */
  stop(): Promise<void>;
}

const MAX_PAUSE_MS = 30_000;
/** What another node may do better. */
const UNUSABLE = [ChainHaltedError, NodeMismatchError, InvalidBlockError, StateUnavailableError];

/**
 * Keeps a store in step with a chain until it is stopped.
 *
 * @param webSocketUrl Node that announces new heads; default: they are polled.
 */
export function follow(
  store: ChainWriter,
  rpc: RpcClient,
  options: FollowOptions,
  webSocketUrl?: string,
): Follower {
  const { pollMs, tell } = options;
  const abort = new AbortController();
  const { signal } = abort;
  let status: IngestStatus = { head: undefined, settled: undefined, trouble: undefined };
  const set = (change: Partial<IngestStatus>) => {
    const next = { ...status, ...change };
    const isNew = next.head !== status.head || next.settled !== status.settled;
    if (isNew || next.trouble !== status.trouble) {
      status = next;
      tell({ kind: "status", status });
    }
  };
  const pace = createPace(() => heads?.isLive() ?? false);
  const heads = webSocketUrl === undefined ? undefined : subscribeNewHeads(webSocketUrl, pace.wake);
  const rounds = followingRounds(store, rpc, options, set);

  const run = async () => {
    let pauseMs = pollMs;
    while (!signal.aborted) {
      let more = false;
      try {
        more = await rounds.run(signal);
        pace.noteHead(status.head);
        set({ trouble: undefined });
        pauseMs = pollMs;
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        const reason = (error as Error).message;
        if (reason !== status.trouble) {
          tell({ kind: "trouble", reason });
        }
        set({ trouble: reason });
        if (UNUSABLE.some((kind) => error instanceof kind)) {
          rpc.leave(reason);
        }
        rounds.doubt();
        // Another node, or the same one later, may show that the chain has not changed at all.
        pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * (error instanceof ChainHaltedError ? 8 : 2));
      }
      if (!more) {
        await pace.pause(pauseMs, signal);
      }
    }
  };
  const ended = run();
  return {
    status: () => status,
    async stop() {
      abort.abort();
      heads?.close();
      await ended;
    },
  };
}
