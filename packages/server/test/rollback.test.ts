import { join } from "node:path";
import { expect, test } from "vitest";
import type {
  BlockName,
  BlockRecord,
  Hex,
  NftTransfer,
  TokenFacts,
  TouchedPair,
} from "../src/chain/records.ts";
import type { Answers, ChainStore } from "../src/store/chain-store.ts";
import { openForReading } from "../src/store/sqlite/database.ts";
import { emptyStore } from "./support/ingest.ts";
import { temporaryFolder } from "./support/support.ts";

const address = (byte: string): Hex => `0x${byte.repeat(20)}`;
const OWNER = address("a1");
const OLD = { owner: OWNER, token: address("c1") };
const NEW = { owner: OWNER, token: address("c2") };
const ALL = { pairs: 100, ofOwner: 100 };

function blockName(number: number, fork = 0): BlockName {
  return { number, hash: `0x${String(number * 10 + fork).padStart(64, "0")}` };
}

interface Change {
  readonly touched?: readonly TouchedPair[];
  readonly nftTransfers?: readonly NftTransfer[];
}

function addBlock(store: ChainStore, name: BlockName, change: Change = {}): void {
  const block = { ...name, timestamp: name.number } as BlockRecord;
  store.addBlock({ block, transactions: [], nftTransfers: [], touched: [], ...change });
}

function settle(store: ChainStore, at: BlockName, answers: Partial<Answers>): boolean {
  return store.settle(at, { tokens: [], balances: [], nfts: [], ...answers });
}

/** A store with two blocks: the second one touched both pairs, the first one only the old pair. */
function twoBlocks(): ChainStore {
  const store = emptyStore();
  addBlock(store, blockName(1), { touched: [OLD] });
  settle(store, blockName(1), { balances: [{ ...OLD, raw: 5n }] });
  addBlock(store, blockName(2), { touched: [OLD, NEW] });
  return store;
}

function settledTwoBlocks(): ChainStore {
  const store = twoBlocks();
  const balances = [
    { ...OLD, raw: 7n },
    { ...NEW, raw: 9n },
  ];
  settle(store, blockName(2), { balances });
  return store;
}

const page = (store: ChainStore) =>
  store.listErc20Balances(OWNER, undefined, undefined, 100).map(({ raw }) => raw);
const asked = (store: ChainStore, token: Hex) =>
  store.listErc20Balances(OWNER, token, undefined, 1).map(({ raw }) => raw);

test("after a rollback a page stays as of one block until all of it is asked again", () => {
  const store = settledTwoBlocks();
  expect(store.countDirty()).toBe(0);
  store.rollbackTo(1);
  expect(store.getLatestBlock()?.number).toBe(1);
  expect(page(store)).toEqual([7n, 9n]);
  expect(store.listDirty(ALL)).toEqual([
    { ...OLD, isLost: false },
    { ...NEW, isLost: true },
  ]);
  expect(store.countDirty()).toBe(2);

  const balances = [
    { ...OLD, raw: 5n },
    { ...NEW, raw: 0n },
  ];
  expect(settle(store, blockName(1), { balances })).toBe(true);
  expect(page(store)).toEqual([5n]);
  expect(asked(store, NEW.token)).toEqual([]);
  expect(store.countDirty()).toBe(0);
  expect(store.listPairs(undefined, ALL).pairs).toHaveLength(1);
});

test("a pair that was lost is there again once a block touches it", () => {
  const store = settledTwoBlocks();
  store.rollbackTo(1);
  addBlock(store, blockName(2, 1), { touched: [NEW] });
  expect(store.listDirty(ALL)).toEqual([
    { ...OLD, isLost: false },
    { ...NEW, isLost: false },
  ]);
  const balances = [
    { ...OLD, raw: 5n },
    { ...NEW, raw: 8n },
  ];
  settle(store, blockName(2, 1), { balances });
  expect(page(store)).toEqual([5n, 8n]);
  // That block is now the first that touched it, so it is lost with it.
  store.rollbackTo(1);
  expect(store.listDirty(ALL)).toEqual([{ ...NEW, isLost: true }]);
});

test("a pair that was touched again on another fork and lost again is gone", () => {
  const store = settledTwoBlocks();
  store.rollbackTo(1);
  addBlock(store, blockName(2, 1), { touched: [NEW] });
  store.rollbackTo(1);
  addBlock(store, blockName(2, 2));
  const dirty = store.listDirty(ALL);
  expect(dirty).toEqual([
    { ...OLD, isLost: false },
    { ...NEW, isLost: true },
  ]);
  settle(store, blockName(2, 2), { balances: dirty.map((pair) => ({ ...pair, raw: 3n })) });
  expect(page(store)).toEqual([3n]);
  expect(asked(store, NEW.token)).toEqual([]);
});

test("a pair that was never served goes at once, one that a kept block touched stays", () => {
  const store = twoBlocks();
  store.rollbackTo(1);
  expect(store.listDirty(ALL)).toEqual([{ ...OLD, isLost: false }]);
  expect(store.countDirty()).toBe(1);

  const other = emptyStore();
  addBlock(other, blockName(1), { touched: [OLD] });
  addBlock(other, blockName(2), { touched: [OLD, NEW] });
  other.rollbackTo(1);
  expect(other.listDirty(ALL)).toEqual([{ ...OLD, isLost: false }]);
});

test("what was asked as of a block is kept only while that block is the newest", () => {
  const facts: TokenFacts = {
    ...{ address: OLD.token, name: "Old", symbol: "OLD", decimals: 18, standard: null },
  };
  const answers = { tokens: [facts], balances: [{ ...OLD, raw: 99n }] };
  const store = twoBlocks();
  store.rollbackTo(1);
  addBlock(store, blockName(2, 1), { touched: [OLD] });
  for (const at of [blockName(2), blockName(1), blockName(3)]) {
    expect(settle(store, at, answers)).toBe(false);
  }
  expect(page(store)).toEqual([5n]);
  expect(store.hasToken(OLD.token)).toBe(false);
  expect(store.countDirty()).toBe(1);
  expect(settle(store, blockName(2, 1), answers)).toBe(true);
  expect(page(store)).toEqual([99n]);
  expect(store.hasToken(OLD.token)).toBe(true);
  expect(settle(emptyStore(), blockName(1), answers)).toBe(false);
});

test("what a token told on blocks that are gone is asked again, and served until then", () => {
  const store = settledTwoBlocks();
  const tokens: TokenFacts[] = [OLD, NEW].map(({ token }) => ({
    ...{ address: token, name: "Name", symbol: "N", decimals: 2, standard: null },
  }));
  settle(store, blockName(2), { tokens });
  addBlock(store, blockName(3), { touched: [NEW] });
  settle(store, blockName(3), { balances: [{ ...NEW, raw: 9n }] });
  store.rollbackTo(2);
  expect([OLD, NEW].map(({ token }) => store.hasToken(token))).toEqual([true, false]);
  const names = store.listErc20Balances(OWNER, undefined, undefined, 9).map(({ name }) => name);
  expect(names).toEqual(["Name", "Name"]);
});

test("NFTs are as of the newest block, and metadata that were on their way find no other NFT", () => {
  const collection = address("d1");
  const [zero, a, b] = [address("00"), address("a1"), address("b2")];
  const transfer = (from: Hex, to: Hex, tokenId: bigint): NftTransfer => ({
    ...{ collection, tokenId, from, to, logIndex: Number(tokenId) },
  });
  const file = join(temporaryFolder(), "chain.sqlite");
  const store = emptyStore(file);
  const old = { collection, tokenId: 1n, uri: "ipfs://old", metadata: null };
  addBlock(store, blockName(1), { nftTransfers: [transfer(zero, a, 1n)] });
  settle(store, blockName(1), { nfts: [old] });
  store.setMetadata(old, '{"name":"One"}');
  addBlock(store, blockName(2), { nftTransfers: [transfer(a, b, 1n), transfer(zero, b, 2n)] });
  const lost = { collection, tokenId: 2n, uri: "ipfs://lost", metadata: null };
  settle(store, blockName(2), { nfts: [lost] });
  expect(store.listDueMetadata(1, 9)).toMatchObject([{ tokenId: 2n, uri: lost.uri }]);

  store.rollbackTo(1);
  expect(store.getNft(collection, 1n)).toMatchObject({ owner: a, metadata: { name: "One" } });
  expect(store.getNft(collection, 2n)).toBeUndefined();
  expect(store.listDueMetadata(1, 9)).toEqual([]);
  // Nor is anything left that nobody would ever take away.
  const db = openForReading(file);
  expect(db.prepare("SELECT * FROM metadata_due").all()).toEqual([]);
  db.close();

  addBlock(store, blockName(2, 1), { nftTransfers: [transfer(zero, a, 2n)] });
  expect(store.listNftsWithoutUri(9)).toEqual([{ collection, tokenId: 2n }]);
  const found = { ...lost, uri: "ipfs://new" };
  settle(store, blockName(2, 1), { nfts: [found] });
  store.setMetadata(lost, '{"name":"Lost"}');
  expect(store.getNft(collection, 2n)).toMatchObject({ tokenUri: "ipfs://new", metadata: null });
  expect(store.listDueMetadata(1, 9)).toMatchObject([{ tokenId: 2n, uri: found.uri }]);
});

test("an NFT that was minted anew on blocks that are gone is asked again where its metadata lies", () => {
  const collection = address("d1");
  const [zero, a] = [address("00"), address("a1")];
  const nft = { collection, tokenId: 1n, metadata: null };
  const move = (from: Hex, to: Hex, logIndex: number) => ({ ...nft, from, to, logIndex });
  const store = emptyStore();
  addBlock(store, blockName(1), { nftTransfers: [move(zero, a, 1)] });
  settle(store, blockName(1), { nfts: [{ ...nft, uri: "ipfs://old" }] });
  addBlock(store, blockName(2), { nftTransfers: [move(a, zero, 1), move(zero, a, 2)] });
  expect(store.getNft(collection, 1n)).toMatchObject({ tokenUri: null, mintBlockNumber: 2 });
  settle(store, blockName(2), { nfts: [{ ...nft, uri: "ipfs://anew" }] });
  store.rollbackTo(1);
  expect(store.getNft(collection, 1n)).toMatchObject({ tokenUri: null, mintBlockNumber: 1 });
  expect(store.listNftsWithoutUri(9)).toEqual([{ collection, tokenId: 1n }]);
});
