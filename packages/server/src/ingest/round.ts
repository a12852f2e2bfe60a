import { affordableLimit } from "../balances/budget.ts";
import { refresh, sweep, Turns } from "../balances/refresh.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import { nodeSource } from "../source/node.ts";
import type { SetAside } from "../store/chain-reader.ts";
import type { ChainWriter, PairPosition } from "../store/chain-writer.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import { type AddOptions, backfill, catchUp } from "./add-blocks.ts";
import type { Emit } from "./events.ts";
import { blocksAhead } from "./fetch-blocks.ts";
import { orphanRemoval, type ReorgOptions } from "./reorg.ts";
import { type StoredChain, storedChain } from "./stored-chain.ts";

export interface RoundOptions extends AddOptions, ReorgOptions {
  /** Whether the nodes run a development chain. Default: they do not. */
  readonly checkDevelopment?: () => Promise<boolean>;
  /** Number of balances re-read per block although no log changed them; 0 disables this. */
  readonly sweepPairs?: number;
  /** Seconds after which properties of tokens are read again. */
  readonly rereadSeconds?: number | undefined;
  /** Number of newest blocks to keep; undefined: all. */
  readonly keep?: number | undefined;
  /** Time that a node may take to return a block up to the one that it has reported as its head. */
  readonly stuckMs?: number;
  /** Time after which a head behind the stored blocks is reported. */
  readonly behindMs?: number;
}

/**
 * A growing chain shows a reorganisation by the parent of its next block; only one that does not grow
 * needs an explicit check, so that not every round pays for one.
 */
const ROUNDS_BETWEEN_CHECKS = 10;
const COMPARE_MS = 10_000;
const SWEEP_PAIRS = 200;
const PRUNED_AT_ONCE = 16;
const STUCK_MS = 20_000;
/** A node that is this close to the block that it does not return is behind, rather than without history. */
const FEW_BLOCKS = 128;
/** Blocks by which the nodes behind one address normally differ at most. */
const JITTER = 3;
/** Time for which a node behind one address with others may be behind them before it is reported. */
export const BEHIND_MS = 10_000;

/**
 * Creates the rounds of following a chain: rollback of orphans, new blocks, balances and metadata.
 *
 * @param report Receives the progress of a round.
 */
export function followingRounds(
  store: ChainWriter,
  rpc: RpcClient,
  options: RoundOptions,
  report: (progress: { readonly head?: number; readonly settled?: Hex }) => void,
) {
  const { emit, from, keep } = options;
  const source = nodeSource(rpc);
  const chain = storedChain(store);
  const ahead = blocksAhead(source);
  const addOlder = backfill(chain, source);
  const dropOrphans = orphanRemoval(chain, source, options);
  const noteHead = watchHead(emit, options.behindMs);
  const assertNotStuck = stuckCheck(chain, options);
  const balances = balanceReads(store, rpc, options);
  let untilCheck = 0;
  let compareAt = 0;

  const lowestKept = async () => {
    const tip = await chain.tip();
    return tip && keep !== undefined ? Math.max(0, tip.number + 1 - keep) : 0;
  };
  /** Removes some blocks that are not to be kept, also while balances are pending. @returns Whether to go on. */
  const prune = async (): Promise<boolean> => {
    const [oldest, kept] = [await chain.oldest(), await lowestKept()];
    return (
      oldest !== undefined &&
      oldest.number < kept &&
      (await store.pruneBelow(kept, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE
    );
  };
  return {
    /** Makes the next round check that the stored blocks are still part of the chain. */
    recheck() {
      untilCheck = 0;
      chain.forget();
    },
    /** Runs one round. @returns Whether the next round is due immediately. */
    async run(signal: AbortSignal): Promise<boolean> {
      // Balances also wait while the node does not respond, and while blocks are added.
      balances.reportWait();
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
      noteHead(head, served);
      // A development chain may revert blocks at any time, and need not grow afterwards.
      if (untilCheck <= 0 || head < (served ?? 0) || isDevelopment) {
        if (!(await dropOrphans(isDevelopment))) {
          return false;
        }
        untilCheck = ROUNDS_BETWEEN_CHECKS;
      }
      untilCheck -= 1;
      const adding = { ...options, isDevelopment };
      const result = await catchUp(chain, ahead, head, adding, signal);
      balances.noteWaiting();
      await assertNotStuck(head);
      const isPruning = await prune();
      if (result === "fork") {
        untilCheck = 0;
      }
      if (result !== "done") {
        return true;
      }
      if (await balances.refresh()) {
        // Values may be pending because their block was orphaned.
        untilCheck = 0;
        return true;
      }
      const tip = await chain.tip();
      if (tip && (await balances.settle(tip.hash))) {
        report({ settled: tip.hash });
      }
      const oldest = await chain.oldest();
      if (isPruning || !oldest) {
        return isPruning;
      }
      const lowest = Math.max(from ?? oldest.number, await lowestKept());
      return addOlder(lowest, oldest, adding, signal);
    },
  };
}

/** Creates the reading of what is pending of contracts, and of some balances again. */
function balanceReads(
  store: ChainWriter,
  rpc: RpcClient,
  { emit, rereadSeconds, sweepPairs = SWEEP_PAIRS }: RoundOptions,
) {
  const turns = new Turns();
  const reading = {
    onSetAside: (contract: SetAside) => emit({ kind: "set aside", ...contract }),
    rereadSeconds,
  };
  let waited: number | undefined;
  let settled: Hex | undefined;
  let position: PairPosition | undefined;
  const reportWait = () => {
    const seconds = Math.ceil(turns.longestWait());
    if (seconds !== waited) {
      waited = seconds;
      emit({ kind: "balances waiting", seconds });
    }
  };
  return {
    reportWait,
    noteWaiting: () => turns.noteWaiting(),
    /** Reads some of what is pending. @returns Whether there is more. */
    async refresh(): Promise<boolean> {
      const hasMore = await refresh(store, rpc, { turns, ...reading });
      reportWait();
      return hasMore;
    },
    /** Reads some balances again at a block of which nothing is pending. @returns false if it did so before. */
    async settle(hash: Hex): Promise<boolean> {
      if (hash === settled) {
        return false;
      }
      if (sweepPairs > 0) {
        const limit = affordableLimit(rpc, sweepPairs);
        const { next, corrected } = await sweep(store, rpc, position, limit, reading);
        position = next;
        if (corrected > 0) {
          emit({ kind: "balances corrected", count: corrected });
        }
      }
      settled = hash;
      return true;
    },
  };
}

/** Creates a check that the node returns the blocks up to the one that it reports as its head. */
function stuckCheck(chain: StoredChain, { from, stuckMs = STUCK_MS }: RoundOptions) {
  let progress = { tip: undefined as Hex | undefined, at: 0 };
  return async (head: number) => {
    const tip = await chain.tip();
    if (tip?.hash !== progress.tip || progress.at === 0 || (tip && tip.number >= head)) {
      progress = { tip: tip?.hash, at: performance.now() };
    } else if (performance.now() - progress.at > stuckMs) {
      const next = tip ? tip.number + 1 : (from ?? head);
      const hint = head - next < FEW_BLOCKS ? "" : ": it may have pruned older blocks";
      throw new NodeMismatchError(
        `the node reports block ${head} as its head, but does not return block ${next}${hint}`,
      );
    }
  };
}

/**
 * Creates a comparison of the head that the node reports with the tip of the store. It reports a node that has fallen
 * behind the stored blocks, e.g. because it resyncs, and its return: until then, no block is added, and no call fails.
 *
 * @param behindMs Time after which it is reported. Behind one address, a head may jump back for a moment.
 * @param now Monotonic clock in milliseconds.
 */
export function watchHead(
  emit: Emit,
  behindMs: number = BEHIND_MS,
  now: () => number = () => performance.now(),
) {
  let since: number | undefined;
  let isReported = false;
  return (head: number, served: number = head) => {
    if (head >= served - JITTER) {
      if (isReported) {
        emit({ kind: "node caught up", head });
      }
      since = undefined;
      isReported = false;
      return;
    }
    since ??= now();
    if (!isReported && now() - since >= behindMs) {
      isReported = true;
      emit({ kind: "node behind", head, served });
    }
  };
}
