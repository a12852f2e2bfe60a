import { expect, test } from "vitest";
import type { BlockRecord, Hex } from "../src/handlers/reader.ts";
import type { TouchedPair } from "../src/source/events.ts";
import type { ChainStore } from "../src/store/chain-store.ts";
import { emptyStore } from "./ingest.ts";

const address = (byte: string): Hex => `0x${byte.repeat(20)}`;
const OLD = { owner: address("a1"), token: address("c1") };
const NEW = { owner: address("b2"), token: address("c1") };

function addBlock(store: ChainStore, number: number, touched: readonly TouchedPair[]): void {
  const hash: Hex = `0x${String(number).padStart(64, "0")}`;
  const block = { number, hash, timestamp: number } as BlockRecord;
  store.addBlock({ block, transactions: [], nftTransfers: [], touched });
}

test("a rollback asks again for the pairs that were there, and forgets those that were not", () => {
  const store = emptyStore();
  addBlock(store, 1, [OLD]);
  store.setBalances([{ ...OLD, raw: 5n }]);
  addBlock(store, 2, [OLD, NEW]);
  store.setBalances([
    { ...OLD, raw: 7n },
    { ...NEW, raw: 9n },
  ]);
  expect(store.listDirty(10)).toEqual([]);

  store.rollbackTo(1);
  expect(store.listDirty(10)).toEqual([OLD]);
  expect(store.listErc20Balances(NEW.owner, NEW.token, undefined, 1)).toEqual([]);
  expect(store.getLatestBlock()?.number).toBe(1);
});

test("a pair that is still to be asked for stays so, if a kept block touched it", () => {
  const store = emptyStore();
  addBlock(store, 1, [OLD]);
  addBlock(store, 2, [OLD, NEW]);
  store.rollbackTo(1);
  expect(store.listDirty(10)).toEqual([OLD]);
});
