import { describe, expect, test } from "vitest";
import { takeOwners } from "../../src/balances/budget.ts";
import type { Hex } from "../../src/chain/records.ts";
import type { ChainWriter, PairPosition } from "../../src/store/chain-writer.ts";
import { blockOf, NO_RESULTS, name, address as owner } from "../support/blocks.ts";
import { ENGINES_OF_TODAY, type Engine, untilEnd } from "../support/engines.ts";

const token = (number: number) => owner(100 + number);

/** A store in which the first owner has so many pending pairs, the second one so many, and so on. */
async function withPairs(engine: Engine, ...counts: readonly number[]): Promise<ChainWriter> {
  const store = untilEnd(await engine.openWriter(await engine.place()));
  const touched = counts.flatMap((count, at) =>
    Array.from({ length: count }, (_, index) => ({ owner: owner(at + 1), token: token(index) })),
  );
  await store.addBlocks([{ ...blockOf(name(1)), touched: touched.toReversed() }], undefined);
  return store;
}

async function settleAll(store: ChainWriter): Promise<void> {
  const dirty = await store.listPending(undefined, 1_000);
  const balances = dirty.map((pair) => ({ ...pair, raw: 1n }));
  await store.settle(name(1), { ...NO_RESULTS, balances });
}

/** How many pairs of which owner were taken. */
const taken = (pairs: readonly { owner: Hex }[]) =>
  [...Map.groupBy(pairs, (pair) => Number(pair.owner))]
    .map(([number, { length }]) => `${number}: ${length}`)
    .join(", ");

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
      expect(taken(list.pairs), `${pairs} pairs, ${ofOwner} of an owner`).toBe(expected);
    }
  });

  test("the state of a pair is unknown, pending, or stored", async () => {
    const store = await withPairs(engine, 1);
    const state = (number: number) => store.pairState(owner(number), token(0));
    expect([await state(1), await state(2)]).toEqual(["pending", "unknown"]);
    await settleAll(store);
    expect([await state(1), await state(2)]).toEqual(["stored", "unknown"]);
    const touched = [{ owner: owner(1), token: token(0) }];
    await store.addBlocks([{ ...blockOf(name(2)), touched }], name(1));
    // The balance of the block before is still there.
    expect(await state(1)).toBe("stored");
  });

  test.each([
    { of: "another name", change: { name: "B" }, state: "stored" },
    { of: "other decimals", change: { decimals: 6 }, state: "pending" },
    { of: "no decimals", change: { decimals: null }, state: "pending" },
    { of: "NFTs", change: { isErc721: true }, state: "pending" },
  ])("the balance of a contract that has got $of is $state", async ({ change, state }) => {
    const store = await withPairs(engine, 2);
    await settleAll(store);
    const facts = { name: "A", symbol: "A", decimals: 18, standard: null };
    const tokens = [{ ...facts, address: token(0), isErc20: true, isErc721: false }];
    for (const each of [tokens, tokens.map((known) => ({ ...known, ...change }))]) {
      await store.settle(name(1), { ...NO_RESULTS, tokens: each });
    }
    const states = [0, 1].map((number) => store.pairState(owner(1), token(number)));
    expect(await Promise.all(states)).toEqual([state, "stored"]);
    expect(await store.listPending(undefined, 9)).toHaveLength(state === "stored" ? 0 : 1);
  });

  test.each([
    { pairs: 1, counts: [3, 2, 6, 1], expected: "1: 3 | 2: 2 | 3: 6 | 4: 1" },
    { pairs: 4, counts: [3, 2, 6, 1], expected: "1: 3 | 2: 2 | 3: 6 | 4: 1" },
    { pairs: 5, counts: [3, 2, 6, 1], expected: "1: 3, 2: 2 | 3: 6 | 4: 1" },
    { pairs: 7, counts: [3, 2, 6, 1], expected: "1: 3, 2: 2 | 3: 6, 4: 1" },
    { pairs: 8, counts: [3, 2, 6, 1], expected: "1: 3, 2: 2 | 3: 6, 4: 1" },
    { pairs: 11, counts: [3, 2, 6, 1], expected: "1: 3, 2: 2, 3: 6 | 4: 1" },
    { pairs: 12, counts: [3, 2, 6, 1], expected: "1: 3, 2: 2, 3: 6, 4: 1" },
    // An owner with more pairs than a page may hold is split.
    { pairs: 2, ofOwner: 2, counts: [2, 5, 2], expected: "1: 2 | 2: 2 | 2: 2 | 2: 1 | 3: 2" },
  ])("pages of $pairs pairs of $counts: $expected", async (row) => {
    const { pairs, ofOwner = 100, counts, expected } = row;
    const store = await withPairs(engine, ...counts);
    await settleAll(store);
    const pages: string[] = [];
    const names: string[] = [];
    let after: PairPosition | undefined;
    do {
      const list = await takeOwners(store.listPairs, after, { pairs, ofOwner });
      pages.push(taken(list.pairs));
      names.push(...list.pairs.map((pair) => pair.owner + pair.token));
      after = list.next;
    } while (after);
    expect(pages.join(" | ")).toBe(expected);
    const all = counts.flatMap((count, at) =>
      Array.from({ length: count }, (_, index) => owner(at + 1) + token(index)),
    );
    expect(names).toEqual(all);
  });
});
