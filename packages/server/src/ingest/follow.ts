import { StateUnavailableError } from "../source/call-dialect.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import { subscribeNewHeads, type WebSocketNode } from "../source/new-heads.ts";
import { RpcCallError } from "../source/rpc-call.ts";
import type { ChainWriter } from "../store/chain-writer.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import type { IngestStatus } from "./events.ts";
import { createPace } from "./pace.ts";
import { ChainHaltedError } from "./reorg.ts";
import { BEHIND_MS, followingRounds, type RoundOptions } from "./round.ts";
import { InvalidBlockError } from "./verified-blocks.ts";

export interface FollowOptions extends RoundOptions {
  /** Polling interval in milliseconds. */
  readonly pollMs: number;
}

/** Running follower of a chain. */
export type Follower = ReturnType<typeof follow>;

const MAX_PAUSE_MS = 30_000;
/**
 * Rounds that may fail because the node has no state of the tip, before another one is used. Behind
 * one address there may be several nodes, of which some are behind: it is reported only after `BEHIND_MS`.
 */
const MAX_STATE_FAILURES = 3;
/** Errors after which another node is used. */
const NODE_ERRORS = [
  ...[ChainHaltedError, NodeMismatchError, InvalidBlockError, StateUnavailableError],
  RpcCallError,
];

/** Masks block numbers and hashes: the same trouble with the next block is reported once. */
function withoutNumbers(reason: string | undefined): string | undefined {
  return reason?.replace(/0x[\da-f]+|\d+/gi, "#");
}

/**
 * Follows a chain into a store until stopped.
 *
 * @param webSocket Node for `newHeads` subscriptions. Default: heads are polled.
 */
export function follow(
  store: ChainWriter,
  rpc: RpcClient,
  options: FollowOptions,
  webSocket?: WebSocketNode,
) {
  const { pollMs, emit, behindMs = BEHIND_MS } = options;
  const abort = new AbortController();
  const { signal } = abort;
  let status: IngestStatus = { head: undefined, settled: undefined, trouble: undefined };
  const update = (change: Partial<IngestStatus>) => {
    const next = { ...status, ...change };
    const isNew = next.head !== status.head || next.settled !== status.settled;
    if (isNew || next.trouble !== status.trouble) {
      status = next;
      emit({ kind: "status", status });
    }
  };
  /** A development node announces no block that it reverts, and mines when it is told to. */
  let isDevelopment = false;
  const pace = createPace(() => !isDevelopment && (heads?.isLive() ?? false));
  const heads = webSocket && subscribeNewHeads(webSocket, pace.wake);
  let blocksAdded = 0;
  const rounds = followingRounds(
    store,
    rpc,
    {
      ...options,
      emit(event) {
        blocksAdded += event.kind === "block" ? 1 : 0;
        emit(event);
      },
    },
    update,
  );

  const run = async () => {
    let pauseMs = pollMs;
    let stateFailures = 0;
    let lacksStateSince: number | undefined;
    while (!signal.aborted) {
      let more = false;
      blocksAdded = 0;
      try {
        more = await rounds.run(signal);
        isDevelopment = (await options.checkDevelopment?.()) ?? false;
        pace.noteHead(isDevelopment ? undefined : status.head);
        if (status.trouble !== undefined) {
          emit({ kind: "recovered" });
        }
        update({ trouble: undefined });
        pauseMs = pollMs;
        stateFailures = 0;
        lacksStateSince = undefined;
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        rounds.recheck();
        const reason = (error as Error).message;
        if (error instanceof StateUnavailableError) {
          stateFailures += 1;
          lacksStateSince ??= performance.now();
          if (performance.now() - lacksStateSince < behindMs) {
            if (stateFailures > MAX_STATE_FAILURES) {
              rpc.leave(reason);
              stateFailures = 0;
            }
            await pace.pause(pollMs, signal);
            continue;
          }
        }
        if (withoutNumbers(reason) !== withoutNumbers(status.trouble)) {
          emit({ kind: "trouble", reason });
        }
        update({ trouble: reason });
        if (NODE_ERRORS.some((kind) => error instanceof kind)) {
          rpc.leave(reason);
        } else if (blocksAdded > 0) {
          // A node that only fails now and then is not waited for longer each time.
          pauseMs = pollMs;
        }
        // A halt may be the fault of one node: another, or the same one later, may disagree.
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
    /** Reads pending balances now rather than after the next poll. */
    wake() {
      // After a failure, the pause before the next attempt is kept.
      if (status.trouble === undefined) {
        pace.interrupt();
      }
    },
    /** Stops after the block that is being written. */
    async stop() {
      abort.abort();
      heads?.close();
      await ended;
    },
  };
}
