import { describe, expect, test } from "vitest";
import { type NftOwner, type NftTransfer, ZERO_ADDRESS } from "../../src/chain/records.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import { besideWriter, type StoreLocation } from "../../src/store/open.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { dump } from "../support/dump.ts";
import { ENGINES_OF_TODAY, untilEnd } from "../support/engines.ts";

const COLLECTION = address(77);

/** A block with transactions, pairs of its own and of others, and NFTs that are minted and move on. */
function richBlock(number: number): BlockChange {
  const mint = { tokenId: BigInt(number), from: ZERO_ADDRESS, to: address(number) };
  const move = {
    tokenId: BigInt(Math.ceil(number / 2)),
    from: address(1),
    to: address(50 + number),
  };
  const transfers = [mint, move].map(
    (transfer, logIndex): NftTransfer => ({ ...transfer, collection: COLLECTION, logIndex }),
  );
  const own = { owner: address(number), token: address(9) };
  const shared = { owner: address(1), token: address(number % 3) };
  return { ...blockOf(name(number), number % 3), nftTransfers: transfers, touched: [own, shared] };
}

const blocks = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => richBlock(first + at));
const ALL = blocks(1, 12);

/** Balances and NFTs are results of contracts: both stores get the same ones. */
async function settleAll(store: ChainWriter, number: number): Promise<void> {
  const dirty = await store.listPending(undefined, 100);
  const balances = dirty.map((pair) => ({ ...pair, raw: BigInt(pair.owner) }));
  await store.settle(name(number), { tokens: [], balances, nfts: [] });
}

const receive = (location: StoreLocation, nfts: readonly NftOwner[], restsOn = name(1)) =>
  besideWriter(location, (chain) =>
    chain.addReceived({
      pairs: [],
      nfts,
      unrecognized: [],
      wallets: [],
      lowest: 0,
      restsOn: [restsOn],
    }),
  );

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  const empty = async () => untilEnd(await engine.openWriter(await engine.place()));
  const filled = async (first: number, last: number) => {
    const store = await empty();
    expect(await store.addBlocks(blocks(first, last), undefined)).toBe(true);
    return store;
  };

  test("blocks added below equal blocks added first, also after a rollback", async () => {
    const [whole, joined] = [await filled(1, 12), await filled(7, 12)];
    await settleAll(whole, 12);
    await settleAll(joined, 12);
    expect(await joined.prependBlocks(blocks(4, 6), name(7))).toBe(true);
    expect(await joined.prependBlocks(blocks(1, 3), name(4))).toBe(true);
    const dirty = await joined.listPending(undefined, 100);
    // The shared ones are known; of each block's own nothing was read yet.
    expect(dirty.map(({ owner }) => Number(owner))).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await joined.counts()).pending).toBe(dirty.length);
    await settleAll(joined, 12);
    expect(await dump(joined, ALL)).toEqual(await dump(whole, ALL));
    for (const store of [whole, joined]) {
      expect(await store.rollbackTo(3, name(12))).toBe(true);
    }
    expect(await dump(joined, ALL)).toEqual(await dump(whole, ALL));
  });

  test("adds blocks below the expected first block only", async () => {
    const store = await filled(7, 8);
    const before = await dump(store, ALL);
    expect(await store.prependBlocks(blocks(5, 6), name(7, 1))).toBe(false);
    expect(await dump(store, ALL)).toEqual(before);
    expect(await store.tip()).toEqual(name(8));
  });

  test("pruned blocks leave all listings and can be added again; values stay", async () => {
    const [store, other] = [await filled(1, 12), await filled(8, 12)];
    await settleAll(store, 12);
    const values = async () => {
      const { balances, owned, nfts, single } = await dump(store, ALL);
      return { balances, owned, nfts, single };
    };
    const before = await values();
    expect(await store.pruneBelow(8, 3)).toBe(3);
    expect(await store.oldest()).toEqual(name(4));
    expect(await store.pruneBelow(8, 100)).toBe(4);
    expect(await store.pruneBelow(8, 100)).toBe(0);
    expect(await values()).toEqual(before);
    const listed = async (one: ChainWriter) => {
      const { first, tip, blocks: found, ofBlocks, ofAddresses, newest } = await dump(one, ALL);
      return { first, tip, found, ofBlocks, ofAddresses, newest };
    };
    expect(await listed(store)).toEqual(await listed(other));
    expect(await store.prependBlocks(blocks(1, 7), name(8))).toBe(true);
    const whole = await filled(1, 12);
    await settleAll(whole, 12);
    expect(await dump(store, ALL)).toEqual(await dump(whole, ALL));
    expect(await store.pruneBelow(1_000, 1_000)).toBe(11);
    expect(await store.oldest()).toEqual(name(12));
  });

  test("a pair added by another process survives rollbacks", async () => {
    const location = await engine.place();
    const store = untilEnd(await engine.openWriter(location));
    await store.addBlocks(blocks(1, 3), undefined);
    await settleAll(store, 3);
    const known = { owner: address(2), token: address(9) };
    const added = { owner: address(2), token: address(999) };
    expect(await besideWriter(location, (chain) => chain.addPairs([known, added, added]))).toBe(1);
    expect(await store.listPending(undefined, 9)).toEqual([
      { ...added, isLost: false, isAside: false },
    ]);
    expect((await store.counts()).pending).toBe(1);
    await settleAll(store, 3);
    await store.rollbackTo(1, name(3));
    const rows = await store.listErc20Balances(added.owner, added.token, undefined, 1);
    expect(rows.map(({ raw }) => raw)).toEqual([2n]);
    expect(await besideWriter(location, (chain) => chain.addPairs([added]))).toBe(0);
  });

  test("adds NFTs that no block has moved, and lets known ones their owner", async () => {
    const location = await engine.place();
    const store = untilEnd(await engine.openWriter(location));
    await store.addBlocks(blocks(1, 1), undefined);
    await settleAll(store, 1);
    const known = { collection: COLLECTION, tokenId: 1n, owner: address(99) };
    const added = { collection: COLLECTION, tokenId: 2n ** 255n, owner: address(98) };
    expect(await receive(location, [known, added, added])).toMatchObject({ pairs: 0, nfts: 1 });
    expect((await store.getNft(COLLECTION, 1n))?.owner).toBe(address(51));
    expect((await store.getNft(COLLECTION, added.tokenId))?.owner).toBe(address(98));
    expect(await store.listNftsWithoutUri(undefined, 9)).toContainEqual({
      ...added,
      isAside: false,
    });
  });

  test("an NFT that no remaining block has moved returns to who sent it first", async () => {
    const location = await engine.place();
    const store = untilEnd(await engine.openWriter(location));
    await store.addBlocks(blocks(1, 1), undefined);
    const move = (tokenId: bigint, from: number, to: number, logIndex: number) => ({
      ...{ collection: COLLECTION, tokenId, logIndex, from: address(from), to: address(to) },
    });
    await receive(location, [{ collection: COLLECTION, tokenId: 100n, owner: address(97) }]);
    const nftTransfers = [
      move(100n, 97, 98, 0),
      move(100n, 98, 99, 1),
      move(101n, 0, 98, 2),
      move(101n, 98, 99, 3),
    ];
    await store.addBlocks([{ ...blockOf(name(2)), nftTransfers }], name(1));
    expect(await store.rollbackTo(1, name(2))).toBe(true);
    expect((await store.getNft(COLLECTION, 100n))?.owner).toBe(address(97));
    expect(await store.getNft(COLLECTION, 101n)).toBeUndefined();
  });
});
