import { describe, expect, test } from "vitest";
import { takeOwners } from "../../src/balances/budget.ts";
import type { ChainWriter, PairPosition } from "../../src/store/chain-writer.ts";
import { address, blockOf, NO_RESULTS, name } from "../support/blocks.ts";
import { ENGINES_OF_TODAY, type Engine, untilEnd } from "../support/engines.ts";

const pairsOf = (owner: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ owner: address(owner), token: address(100 + at) }));

/** Pairs of the first owner, so many, and of the second one, and so on. */
const pairsOfAll = (counts: readonly number[]) =>
  counts.flatMap((count, at) => pairsOf(at + 1, count));

/** A store in which these are pending. */
async function withPairs(engine: Engine, ...counts: readonly number[]): Promise<ChainWriter> {
  const store = untilEnd(await engine.openWriter(await engine.place()));
  const touched = pairsOfAll(counts).reverse();
  await store.addBlocks([{ ...blockOf(name(1)), touched }], undefined);
  return store;
}

async function settleAll(store: ChainWriter): Promise<void> {
  const dirty = await store.listPending(undefined, 1_000);
  const balances = dirty.map((pair) => ({ ...pair, raw: 1n }));
  await store.settle(name(1), { ...NO_RESULTS, balances });
}

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  test("the state of a pair is unknown, pending, or stored", async () => {
    const store = await withPairs(engine, 1);
    const states = () =>
      Promise.all([1, 2].map((owner) => store.pairState(address(owner), address(100))));
    expect(await states()).toEqual(["pending", "unknown"]);
    await settleAll(store);
    expect(await states()).toEqual(["stored", "unknown"]);
    await store.addBlocks([{ ...blockOf(name(2)), touched: pairsOf(1, 1) }], name(1));
    // The balance of the block before is still there.
    expect(await states()).toEqual(["stored", "unknown"]);
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
    const token = { ...facts, address: address(100), isErc20: true, isErc721: false };
    for (const each of [token, { ...token, ...change }]) {
      await store.settle(name(1), { ...NO_RESULTS, tokens: [each] });
    }
    const states = [100, 101].map((each) => store.pairState(address(1), address(each)));
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
    // An owner with more pairs than a page may hold is split, and no other one.
    { pairs: 1, ofOwner: 3, counts: [3, 1], expected: "1: 3 | 2: 1" },
    { pairs: 1, ofOwner: 2, counts: [3, 1], expected: "1: 2 | 1: 1 | 2: 1" },
    { pairs: 2, ofOwner: 2, counts: [2, 5, 2], expected: "1: 2 | 2: 2 | 2: 2 | 2: 1 | 3: 2" },
  ])("pages of $pairs pairs of $counts: $expected", async (row) => {
    const { pairs, ofOwner = 100, counts, expected } = row;
    const store = await withPairs(engine, ...counts);
    const expectPages = async (list: ChainWriter["listPending"]) => {
      const pages: string[] = [];
      const listed: unknown[] = [];
      let after: PairPosition | undefined;
      do {
        const page = await takeOwners(list, after, { pairs, ofOwner });
        const owners = Map.groupBy(page.pairs, (pair) => Number(pair.owner));
        pages.push([...owners].map(([number, { length }]) => `${number}: ${length}`).join(", "));
        listed.push(...page.pairs.map(({ owner, token }) => ({ owner, token })));
        after = page.next;
      } while (after);
      expect(pages.join(" | ")).toBe(expected);
      expect(listed).toEqual(pairsOfAll(counts));
    };
    await expectPages(store.listPending);
    await settleAll(store);
    await expectPages(store.listPairs);
  });
});
