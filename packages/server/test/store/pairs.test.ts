import { describe, expect, test } from "vitest";
import { takeOwners } from "../../src/balances/owners.ts";
import type { BlockRecord, Hex } from "../../src/chain/records.ts";
import type { ChainWriter, PairPosition } from "../../src/store/chain-writer.ts";
import { NO_EVENTS } from "../support/blocks.ts";
import { ENGINES_OF_TODAY, type Engine, untilEnd } from "../support/engines.ts";

const HASH: Hex = `0x${"1".repeat(64)}`;
const owner = (number: number): Hex => `0x${String(number).padStart(2, "0").repeat(20)}`;
const token = (number: number): Hex => `0x${String(number).padStart(2, "0").padEnd(40, "c")}`;

/** A store in which the first owner has so many pending pairs, the second one so many, and so on. */
async function withPairs(engine: Engine, ...counts: readonly number[]): Promise<ChainWriter> {
  const store = untilEnd(await engine.openWriter(await engine.place()));
  const touched = counts.flatMap((count, at) =>
    Array.from({ length: count }, (_, index) => ({ owner: owner(at + 1), token: token(index) })),
  );
  const block = { number: 1, hash: HASH, timestamp: 1 } as BlockRecord;
  const change = { block, transactions: [], ...NO_EVENTS, touched: touched.toReversed() };
  await store.addBlocks([change], undefined);
  return store;
}

async function settleAll(store: ChainWriter): Promise<void> {
  const dirty = await store.listPending(undefined, 1_000);
  const balances = dirty.map((pair) => ({ ...pair, raw: 1n }));
  await store.settle({ number: 1, hash: HASH }, { tokens: [], nfts: [], balances });
}

/** How many pairs of which owner were taken. */
const taken = (pairs: readonly { owner: Hex }[]) => {
  const counts = new Map<number, number>();
  for (const { owner: each } of pairs) {
    const number = Number(each.slice(-2));
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts];
};

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  test("a limit takes the pending pairs of whole owners", async () => {
    const store = await withPairs(engine, 3, 2, 6);
    for (const [pairs, ofOwner, expected] of [
      [4, 100, "1: 3"],
      [5, 100, "1: 3, 2: 2"],
      [100, 100, "1: 3, 2: 2, 3: 6"],
      // The first owner is taken, however few pairs there should be.
      [1, 100, "1: 3"],
      [1, 3, "1: 3"],
      [1, 2, "1: 2"],
    ] as const) {
      const list = await takeOwners(store.listPending, undefined, { pairs, ofOwner });
      const counts = taken(list.pairs).map((each) => each.join(": "));
      expect(counts.join(", "), `${pairs} pairs, ${ofOwner} of an owner`).toBe(expected);
    }
  });

  test("the state of a pair is unknown, pending, or stored", async () => {
    const store = await withPairs(engine, 1);
    const state = (number: number) => store.pairState(owner(number), token(0));
    expect([await state(1), await state(2)]).toEqual(["pending", "unknown"]);
    await settleAll(store);
    expect([await state(1), await state(2)]).toEqual(["stored", "unknown"]);
    const next = { number: 2, hash: `0x${"2".repeat(64)}`, timestamp: 2 } as BlockRecord;
    const touched = [{ owner: owner(1), token: token(0) }];
    const change = { block: next, transactions: [], ...NO_EVENTS, touched };
    await store.addBlocks([change], { number: 1, hash: HASH });
    // The balance of the block before is still there.
    expect(await state(1)).toBe("stored");
  });

  test("pages hold whole owners", async () => {
    const store = await withPairs(engine, 3, 2, 6, 1);
    await settleAll(store);
    for (const [pairs, expected] of [
      [1, "1 | 2 | 3 | 4"],
      [4, "1 | 2 | 3 | 4"],
      [5, "1 2 | 3 | 4"],
      [7, "1 2 | 3 4"],
      [8, "1 2 | 3 4"],
      [11, "1 2 3 | 4"],
      [12, "1 2 3 4"],
    ] as const) {
      let after: PairPosition | undefined;
      const lists: [number, number][][] = [];
      do {
        const list = await takeOwners(store.listPairs, after, { pairs, ofOwner: 100 });
        lists.push(taken(list.pairs));
        after = list.next;
      } while (after);
      const owners = lists.map((list) => list.map(([number]) => number).join(" "));
      expect(owners.join(" | "), `pages of ${pairs} pairs`).toBe(expected);
      expect(lists.flat().map(([, count]) => count)).toEqual([3, 2, 6, 1]);
    }
  });

  test("splits an owner with more pairs than a page may hold, without repeats", async () => {
    const store = await withPairs(engine, 2, 5, 2);
    await settleAll(store);
    const limit = { pairs: 2, ofOwner: 2 };
    const parts: [number, number][][] = [];
    let after: PairPosition | undefined;
    const tokens: Hex[] = [];
    do {
      const part = await takeOwners(store.listPairs, after, limit);
      parts.push(taken(part.pairs));
      tokens.push(
        ...part.pairs.filter((pair) => pair.owner === owner(2)).map((pair) => pair.token),
      );
      after = part.next;
    } while (after);
    expect(parts).toEqual([[[1, 2]], [[2, 2]], [[2, 2]], [[2, 1]], [[3, 2]]]);
    expect(tokens).toEqual([0, 1, 2, 3, 4].map(token));
  });
});
