import { affordableLimit } from "../balances/budget.ts";
import { firstTurns, longestWait, noteWaiting, refresh, sweep } from "../balances/refresh.ts";
import type { BlockName, Hex } from "../chain/records.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import { nodeSource } from "../source/node.ts";
import type { SetAside } from "../store/chain-reader.ts";
import type { ChainWriter, PairPosition } from "../store/chain-writer.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import { type Backfill, backfill } from "./backfill.ts";
import { type CatchUpOptions, catchUp } from "./catch-up.ts";
import { revertedBlocks } from "./development.ts";
import { blocksAhead } from "./fetch-blocks.ts";
import { watchHead } from "./head-watch.ts";
import { dropOrphans, type ReorgOptions } from "./reorg.ts";
import { storedChain } from "./stored-chain.ts";

/** Repeated steps of following a chain. */
export interface Rounds {
  /** Runs one round. @returns Whether the next round is due immediately. */
  run(signal: AbortSignal): Promise<boolean>;
  /** Makes the next round check that the stored blocks are still part of the chain. */
  recheck(): void;
}

/** Options of following a chain. */
export interface RoundOptions extends CatchUpOptions, ReorgOptions {
  /** Whether the nodes run a development chain. Default: they do not. */
  readonly checkDevelopment?: () => Promise<boolean>;
  /** Number of balances re-read per block although no log changed them; 0 disables this. */
  readonly sweepPairs?: number;
  /** Seconds after which properties of tokens are read again. */
  readonly rereadSeconds?: number | undefined;
  /** Number of newest blocks to keep; undefined: all. */
  readonly keep?: number | undefined;
  /** Time that a node may take to return a block up to the one that it has reported as latest. */
  readonly stuckMs?: number;
  /** Time after which a head behind the stored blocks is reported. */
  readonly behindMs?: number;
}

/** Progress reported by a round. */
export interface Progress {
  readonly head?: number;
  readonly settled?: Hex;
}

/**
 * A growing chain shows a reorganisation by the parent of its next block; only one that does not grow
 * needs an explicit check, so that not every round pays for one.
 */
const ROUNDS_BETWEEN_CHECKS = 10;
/** Interval at which the heads of the nodes are compared. */
const COMPARE_MS = 10_000;
const SWEEP_PAIRS = 200;
/** Blocks removed in one transaction. */
const PRUNED_AT_ONCE = 16;
const STUCK_MS = 20_000;
/** A node that is this close to the block that it does not return is behind, rather than without history. */
const FEW_BLOCKS = 128;

/** Creates the rounds of following a chain: rollback of orphans, new blocks, balances and metadata. */
export function followingRounds(
  store: ChainWriter,
  rpc: RpcClient,
  options: RoundOptions,
  report: (progress: Progress) => void,
): Rounds {
  const { sweepPairs = SWEEP_PAIRS, stuckMs = STUCK_MS, emit } = options;
  const source = nodeSource(rpc);
  const chain = storedChain(store);
  const ahead = blocksAhead(source);
  const dropReverted = revertedBlocks(chain, source, emit);
  let history: Backfill | undefined;
  const turns = firstTurns();
  const reading = {
    onSetAside: (contract: SetAside) => emit({ kind: "set aside", ...contract }),
    rereadSeconds: options.rereadSeconds,
  };
  const heads = watchHead(emit, options.behindMs);
  let untilCheck = 0;
  let compareAt = 0;
  let settled: Hex | undefined;
  let waited: number | undefined;
  let sweepPosition: PairPosition | undefined;
  let progress = { tip: undefined as Hex | undefined, at: 0 };

  const reportWait = () => {
    const seconds = Math.ceil(longestWait(turns));
    if (seconds !== waited) {
      waited = seconds;
      emit({ kind: "balances waiting", seconds });
    }
  };
  const assertNotStuck = async (head: number) => {
    const tip = await chain.tip();
    if (tip?.hash !== progress.tip || progress.at === 0 || (tip && tip.number >= head)) {
      progress = { tip: tip?.hash, at: performance.now() };
    } else if (performance.now() - progress.at > stuckMs) {
      const next = tip ? tip.number + 1 : (options.from ?? head);
      const hint = head - next < FEW_BLOCKS ? "" : ": it may have pruned older blocks";
      throw new NodeMismatchError(
        `the node reports block ${head} as latest, but does not return block ${next}${hint}`,
      );
    }
  };

  const lowestToKeep = (tip: BlockName) =>
    Math.max(0, tip.number + 1 - (options.keep ?? Number.POSITIVE_INFINITY));
  /** Removes some blocks that are not to be kept, also while balances are pending. @returns Whether to go on. */
  const prune = async (): Promise<boolean> => {
    const [first, tip] = [await chain.first(), await chain.tip()];
    if (!first || !tip || first.number >= lowestToKeep(tip)) {
      return false;
    }
    return (await store.pruneBelow(lowestToKeep(tip), PRUNED_AT_ONCE)) === PRUNED_AT_ONCE;
  };
  /** Adds blocks below the first one. @returns Whether to go on. */
  const addHistory = async (isDevelopment: boolean, signal: AbortSignal) => {
    const [first, tip] = [await chain.first(), await chain.tip()];
    const { from } = options;
    if (from === undefined || !first || !tip) {
      return false;
    }
    history ??= backfill(chain, source, { ...options, isDevelopment });
    return history.run(Math.max(from, lowestToKeep(tip)), first, signal);
  };

  return {
    recheck() {
      untilCheck = 0;
      chain.forget();
      ahead.close();
    },
    async run(signal) {
      // Balances also wait while the node does not respond, and while blocks are added.
      reportWait();
      const [isDevelopment = false, head] = await Promise.all([
        options.checkDevelopment?.(),
        source.head(),
      ]);
      report({ head });
      if (performance.now() >= compareAt) {
        await rpc.leaveIfBehind();
        compareAt = performance.now() + COMPARE_MS;
      }
      const served = (await chain.tip())?.number;
      heads.note(head, served);
      // A development chain may revert blocks at any time, and need not grow afterwards.
      if (untilCheck <= 0 || head < (served ?? 0) || isDevelopment) {
        const isOnChain = isDevelopment
          ? await dropReverted()
          : await dropOrphans(chain, source, options);
        if (!isOnChain) {
          return false;
        }
        untilCheck = ROUNDS_BETWEEN_CHECKS;
      }
      untilCheck -= 1;
      const result = await catchUp(chain, ahead, head, { ...options, isDevelopment }, signal);
      noteWaiting(turns);
      await assertNotStuck(head);
      const isPruning = await prune();
      if (result === "fork") {
        untilCheck = 0;
      }
      if (result !== "done") {
        return true;
      }
      const hasMore = await refresh(store, rpc, { turns, ...reading });
      reportWait();
      if (hasMore) {
        // Values may be pending because their block was orphaned.
        untilCheck = 0;
        return true;
      }
      const tip = await chain.tip();
      if (tip && tip.hash !== settled) {
        if (sweepPairs > 0) {
          const limit = affordableLimit(rpc, sweepPairs);
          const { next, corrected } = await sweep(store, rpc, sweepPosition, limit, reading);
          sweepPosition = next;
          if (corrected > 0) {
            options.emit({ kind: "balances corrected", count: corrected });
          }
        }
        settled = tip.hash;
        report({ settled: tip.hash });
      }
      return isPruning || addHistory(isDevelopment, signal);
    },
  };
}
