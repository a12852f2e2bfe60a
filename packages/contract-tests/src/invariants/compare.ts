import type { Walk } from "./walk.ts";

/** Keys of records that one walk lacks, or has although the other one does not. */
export interface Difference {
  readonly lost: readonly string[];
  readonly added: readonly string[];
}

/**
 * Compares a complete walk with one before and one after it. A listing may change in the meantime: only
 * records in both must be in it, and only records in neither must not.
 */
export function differenceBetween(before: Walk, middle: Walk, after: Walk): Difference {
  const [own, first, last] = [middle, before, after].map(({ keys }) => new Set(keys));
  return {
    lost: before.keys.filter((key) => last?.has(key) && !own?.has(key)),
    added: middle.keys.filter((key) => !first?.has(key) && !last?.has(key)),
  };
}

/** Number of records searched at the head of a listing, where new ones may have arrived between two walks. */
const MAX_MOVE = 200;

/** The last records of a window may be in another order than in the other walk. */
const TAIL_SHARE = 0.2;

/**
 * Compares the beginnings of two walks that did not reach the end, from the first record that both
 * have.
 *
 * @returns Undefined if they have nothing in common to begin with.
 */
export function windowDifference(one: Walk, other: Walk): Difference | undefined {
  const [left, right] = [one.keys, other.keys];
  const start = left.slice(0, MAX_MOVE).findIndex((key) => right.includes(key));
  const offset = right.indexOf(left[start] ?? "");
  if (start === -1 || offset > MAX_MOVE) {
    return undefined;
  }
  const size = Math.min(left.length - start, right.length - offset);
  const sure = one.complete && other.complete ? size : Math.ceil(size * (1 - TAIL_SHARE));
  const [leftSet, rightSet] = [new Set(left), new Set(right)];
  return {
    lost: left.slice(start, start + sure).filter((key) => !rightSet.has(key)),
    added: right.slice(offset, offset + sure).filter((key) => !leftSet.has(key)),
  };
}
