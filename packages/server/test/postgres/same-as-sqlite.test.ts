import { expect, test } from "vitest";
import type { BlockName, Hex } from "../../src/chain/records.ts";
import { readBlock } from "../../src/ingest/verified-blocks.ts";
import type { BlockChange, ChainWriter, ContractResults } from "../../src/store/chain-writer.ts";
import { address } from "../support/blocks.ts";
import { dump, nameOf } from "../support/dump.ts";
import { emptyStores } from "../support/engines.ts";
import { COLLECTION, DATA_COLLECTION, History, WALLETS } from "../support/history.ts";
import { random } from "../support/ingest.ts";
import { realBlocks, withData } from "../support/real-blocks.ts";
import { seeds } from "../support/thorough.ts";

async function expectSame(stores: readonly ChainWriter[], changes: readonly BlockChange[]) {
  const [expected = {}, actual = {}] = await Promise.all(
    stores.map((store) => dump(store, changes)),
  );
  expect(
    Object.keys(actual).flatMap((part) => differences(part, expected[part], actual[part])),
  ).toEqual([]);
}

/** The position at which two texts differ; they are too long to print. */
function differences(part: string, expected = "", actual = ""): string[] {
  if (expected === actual) {
    return [];
  }
  const at = [...actual].findIndex((character, index) => character !== expected[index]);
  const shown = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return [`${part}: expected …${shown(expected)}…, got …${shown(actual)}…`];
}

withData(
  "real blocks, one by one and many at once, are stored as SQLite stores them",
  async () => {
    const changes = (await realBlocks(/^176861/)).map((each) => readBlock(each, "ethereum"));
    const stores = await emptyStores();
    for (const [at, store] of stores.entries()) {
      let tip: BlockName | undefined;
      // Rows must be equal however they were written: block by block, or with COPY.
      const parts =
        at === 0 ? changes.map((change) => [change]) : [changes.slice(0, 4), changes.slice(4)];
      for (const part of parts) {
        expect(await store.addBlocks(part, tip)).toBe(true);
        tip = nameOf(part.at(-1) as BlockChange);
      }
    }
    await expectSame(stores, changes);
    const [newest, kept] = [changes.at(-1), changes.at(-7)] as [BlockChange, BlockChange];
    for (const store of stores) {
      expect(await store.rollbackTo(kept.block.number, nameOf(newest))).toBe(true);
    }
    await expectSame(stores, changes);
    for (const store of stores) {
      expect(await store.addBlocks(changes.slice(-6), nameOf(kept))).toBe(true);
    }
    await expectSame(stores, changes);
  },
  300_000,
);

/** Texts that engines store in different ways. */
const TEXTS = [null, "", "S", "a\0b", "ü'\\\u{1f600}"];
const TOKENS = [0x20, 0x21, 0x22, 0x23].map(address);

/** Results of contracts: of pairs that blocks have touched or not, in any order, some of them twice. */
function resultsOf(pick: (below: number) => number, history: History): ContractResults {
  const some = <Item>(items: readonly Item[]) =>
    Array.from({ length: pick(6) }, () => items[pick(items.length)] as Item);
  const touched = history.changes(0, history.blocks.length).flatMap((change) => change.touched);
  return {
    balances: some([
      ...touched,
      ...TOKENS.map((token) => ({ owner: WALLETS[0] as Hex, token })),
    ]).map((pair) => ({ ...pair, raw: BigInt(pick(10)) })),
    tokens: some([...TOKENS, COLLECTION, DATA_COLLECTION]).map((token) => ({
      address: token,
      name: TEXTS[pick(5)] ?? null,
      symbol: TEXTS[pick(3)] ?? null,
      decimals: [null, 0, 255][pick(3)] ?? null,
      standard: null,
      isErc20: pick(2) === 0,
      isErc721: pick(2) === 0,
    })),
    nfts: some([0n, 1n, 2n, 3n, 4n]).map((tokenId) => ({
      collection: COLLECTION,
      tokenId,
      uri: [null, "ipfs://x", "data:\0", ""][pick(4)] ?? null,
      metadata: [null, "{}", '{"name":"\\u0000"}'][pick(3)] ?? null,
      isDue: pick(2) === 0,
    })),
  };
}

test.each(seeds(4, 50))(
  "reads equal SQLite after any sequence of adds, rollbacks and settlements (seed %i)",
  async (seed) => {
    const stores = await emptyStores();
    const pick = random(seed);
    const all: BlockChange[] = [];
    let history = new History();
    const add = async (count: number) => {
      const first = history.blocks.length;
      const tip = first > 0 ? history.tip : undefined;
      for (let added = 0; added < count; added += 1) {
        history = history.grown(pick);
      }
      const changes = history.changes(first, history.blocks.length);
      all.push(...changes);
      for (const store of stores) {
        expect(await store.addBlocks(changes, tip)).toBe(true);
      }
    };
    await add(5);
    for (let step = 0; step < 16; step += 1) {
      const { tip } = history;
      const kind = pick(10);
      if (kind < 5) {
        // So many are written in another way.
        await add(kind < 2 ? 33 : 1 + pick(3));
      } else if (kind < 7 && history.blocks.length > 4) {
        // At least one block is left: without any, the chain would be cleared.
        history = history.shortened(1 + pick(4));
        for (const store of stores) {
          expect(await store.rollbackTo(history.tip.number, tip)).toBe(true);
        }
      } else {
        const results = resultsOf(pick, history);
        const [expected, actual] = await Promise.all(
          stores.map((store) => store.settle(tip, results)),
        );
        expect(actual).toEqual(expected);
      }
    }
    await expectSame(stores, all);
  },
);
