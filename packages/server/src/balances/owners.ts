import type { PairPosition, PendingPair } from "../store/chain-writer.ts";

/** Limits of one batch of pairs. */
export interface PairLimit {
  /** Maximum number of pairs of whole owners; the first owner is always included. */
  readonly pairs: number;
  /** Maximum number of pairs of one owner; an owner with more is split. */
  readonly ofOwner: number;
}

/** Lists pairs ordered by owner, as a store does. */
type ListPairs<Pair> = (after: PairPosition | undefined, limit: number) => Promise<readonly Pair[]>;

/**
 * Selects pairs of whole owners, so that all balances of an owner are read at one block. The first
 * owner may exceed `pairs`; it is split only if it exceeds `ofOwner`.
 *
 * @param after Position at which the previous call ended; undefined: from the beginning.
 * @returns next: position at which the next call continues; undefined at the end.
 * @example
 * const { pairs, next } = await takeOwners(store.listPending, undefined, { pairs: 500, ofOwner: 10_000 });
 */
export async function takeOwners<Pair extends PendingPair>(
  list: ListPairs<Pair>,
  after: PairPosition | undefined,
  { pairs, ofOwner }: PairLimit,
) {
  let count = pairs + 1;
  let listed = await list(after, count);
  const first = listed[0]?.owner;
  if (listed.length === count && listed.at(-1)?.owner === first && pairs < ofOwner) {
    count = ofOwner + 1;
    listed = await list(after, count);
  }
  const isEnd = listed.length < count;
  const last = listed.at(-1)?.owner;
  const taken: Pair[] = [];
  for (const [owner, own] of Map.groupBy(listed, (pair) => pair.owner)) {
    const isWhole = isEnd || owner !== last;
    if (taken.length === 0 && own.length > ofOwner) {
      const part = own.slice(0, ofOwner);
      return { pairs: part, next: positionOf(part) };
    }
    const room = Math.min(ofOwner, pairs - taken.length);
    if (taken.length > 0 && (!isWhole || own.length > room)) {
      return { pairs: taken, next: afterOwner(taken) };
    }
    taken.push(...own);
  }
  return { pairs: taken, next: isEnd ? undefined : afterOwner(taken) };
}

function positionOf(pairs: readonly PendingPair[]): PairPosition | undefined {
  const last = pairs.at(-1);
  return last && { owner: last.owner, token: last.token };
}

function afterOwner(pairs: readonly PendingPair[]): PairPosition | undefined {
  const last = pairs.at(-1);
  return last && { owner: last.owner, token: undefined };
}
