import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainWriter, PairPosition } from "../store/chain-store.ts";
import { askContracts, pairLimit } from "./ask.ts";
import { type PairLimit, takeOwners } from "./owners.ts";

const LIMIT = pairLimit(200);

/** What came of asking again. */
export interface Sweep {
  /** Where the next call is to go on; undefined: from the beginning. */
  readonly next: PairPosition | undefined;
  /** How many balances had changed without an event. */
  readonly corrected: number;
}

/**
 * Asks again for some balances that no log says have changed: a token that rebases, or pays interest,
 * changes them without a word. All pairs of an owner are asked together, those that logs have touched
 * meanwhile among them.
 *
 * @param after Where the call before ended.
 * @throws StateUnavailableError if the node does not have the state of the newest block that is kept.
 * @throws Error if the node does not answer.
 */
export async function sweep(
  store: ChainWriter,
  rpc: RpcClient,
  after: PairPosition | undefined,
  limit: PairLimit = LIMIT,
): Promise<Sweep> {
  const nothing = { next: after, corrected: 0 };
  const tip = await store.tip();
  if (!tip) {
    return nothing;
  }
  const { pairs, next } = await takeOwners(store.listPairs, after, limit);
  const answers = await askContracts(store, rpc, tip, pairs);
  if (!answers) {
    return nothing;
  }
  const clean = new Map(
    pairs.filter(({ isDirty }) => !isDirty).map(({ owner, token, raw }) => [owner + token, raw]),
  );
  const corrected = answers.balances.filter(({ owner, token, raw }) => {
    const before = clean.get(owner + token);
    return before !== undefined && before !== raw;
  }).length;
  const isNew = corrected + answers.tokens.length > 0 || clean.size < pairs.length;
  if (isNew && !(await store.settle(tip, answers)).kept) {
    return nothing;
  }
  return { next, corrected };
}
