import type { PairLimit, PairPosition } from "../chain-store.ts";
import { toBytes, toHex } from "./bytes.ts";

/** A row of a table of pairs. */
export type Row = Readonly<Record<string, unknown>>;

/** How a table of pairs is read. */
export interface PairTable {
  /** The owner after this one. */
  nextOwner(after: Uint8Array): Uint8Array | undefined;
  /** Pairs of an owner, by token, after this one. */
  pairsOf(owner: Uint8Array, after: Uint8Array, count: number): readonly Row[];
}

const NOTHING = new Uint8Array();

/**
 * Takes pairs of whole owners. Only the first owner may have more pairs than fit, and only if it has
 * more than any limit allows it is taken in parts.
 */
export function takeOwners(
  { nextOwner, pairsOf }: PairTable,
  after: PairPosition | undefined,
  { pairs, ofOwner }: PairLimit,
): { rows: Row[]; next: PairPosition | undefined } {
  const rows: Row[] = [];
  let done = after ? toBytes(after.owner) : NOTHING;
  let token = after?.token ? toBytes(after.token) : NOTHING;
  let owner = after?.token ? done : nextOwner(done);
  while (owner) {
    const isFirst = rows.length === 0;
    const room = isFirst ? ofOwner : Math.min(ofOwner, pairs - rows.length);
    const found = room > 0 ? pairsOf(owner, token, room + 1) : [];
    if (isFirst && found.length > room) {
      const part = found.slice(0, room);
      return { rows: part, next: { owner: toHex(owner), token: toHex(part.at(-1)?.token) } };
    }
    if (room <= 0 || found.length > room) {
      return { rows, next: { owner: toHex(done), token: undefined } };
    }
    rows.push(...found);
    done = owner;
    token = NOTHING;
    owner = nextOwner(owner);
  }
  return { rows, next: undefined };
}
