import { affordableLimit } from "../balances/ask.ts";
import { refresh } from "../balances/refresh.ts";
import { sweep } from "../balances/sweep.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import { nodeSource } from "../source/node.ts";
import type { ChainWriter, PairPosition } from "../store/chain-store.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import { type CatchUpOptions, catchUp } from "./catch-up.ts";
import { keptChain } from "./kept-chain.ts";
import { dropOrphans, type ReorgOptions } from "./reorg.ts";

/** What is done again and again to keep in step with a chain. */
export interface Rounds {
  /** @returns Whether there is more to do at once. */
  run(signal: AbortSignal): Promise<boolean>;
  /** Lets the next round make sure that what is kept is still part of the chain. */
  doubt(): void;
}

/** How a chain is followed. */
export interface RoundOptions extends CatchUpOptions, ReorgOptions {
  /** Balances that are re-read per block although no log changed them; 0: none. */
  readonly sweepPairs?: number;
}

/** What a round finds out. */
export interface Findings {
  readonly head?: number;
  readonly settled?: Hex;
}

/**
 * A chain that changes without growing is seen only by asking for a hash again; one that grows shows
 * it by the parent of its next block. So this is not asked in every round.
 */
const ROUNDS_BETWEEN_CHECKS = 10;
/** How often the nodes are compared. */
const SURVEY_MS = 10_000;
const SWEEP_PAIRS = 200;
/** So long a block that was announced may not be there. */
const STUCK_MS = 20_000;

/** The rounds of following a chain: orphans out, new blocks in, balances and metadata asked for. */
export function followingRounds(
  store: ChainWriter,
  rpc: RpcClient,
  options: RoundOptions,
  found: (findings: Findings) => void,
): Rounds {
  const { sweepPairs = SWEEP_PAIRS } = options;
  const source = nodeSource(rpc);
  const chain = keptChain(store);
  let untilCheck = 0;
  let surveyAt = 0;
  let settled: Hex | undefined;
  let sweptTo: PairPosition | undefined;
  let moved = { tip: undefined as Hex | undefined, at: 0 };

  const refuseStuck = async (head: number) => {
    const tip = await chain.tip();
    if (tip?.hash !== moved.tip || moved.at === 0 || (tip && tip.number >= head)) {
      moved = { tip: tip?.hash, at: Date.now() };
    } else if (Date.now() - moved.at > STUCK_MS) {
      moved.at = Date.now();
      throw new NodeMismatchError(
        `the node reports block ${head} as latest, but does not return it`,
      );
    }
  };

  return {
    doubt() {
      untilCheck = 0;
      chain.forget();
    },
    async run(signal) {
      const head = await source.head();
      found({ head });
      if (Date.now() >= surveyAt) {
        await rpc.leaveIfBehind();
        surveyAt = Date.now() + SURVEY_MS;
      }
      if (untilCheck <= 0 || head < ((await chain.tip())?.number ?? 0)) {
        if (!(await dropOrphans(chain, source, options))) {
          return false;
        }
        untilCheck = ROUNDS_BETWEEN_CHECKS;
      }
      untilCheck -= 1;
      const caughtUp = await catchUp(chain, source, head, options, signal);
      await refuseStuck(head);
      if (caughtUp === "stray") {
        untilCheck = 0;
      }
      if (caughtUp !== "there") {
        return true;
      }
      if (await refresh(store, rpc)) {
        // There may be more because what was asked was asked of an orphan.
        untilCheck = 0;
        return true;
      }
      const tip = await chain.tip();
      if (tip && tip.hash !== settled) {
        if (sweepPairs > 0) {
          const limit = affordableLimit(rpc, sweepPairs);
          const { next, corrected } = await sweep(store, rpc, sweptTo, limit);
          sweptTo = next;
          if (corrected > 0) {
            options.tell({ kind: "balances corrected", count: corrected });
          }
        }
        settled = tip.hash;
        found({ settled: tip.hash });
      }
      return false;
    },
  };
}
