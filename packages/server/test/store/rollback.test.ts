import { describe, expect, test } from "vitest";
import type { BlockName, Hex, NftTransfer } from "../../src/chain/records.ts";
import type {
  BlockChange,
  ChainWriter,
  ContractResults,
  TokenResult,
} from "../../src/store/chain-writer.ts";
import { besideWriter } from "../../src/store/open.ts";
import { ANY_SIZE, blockOf, NO_EVENTS, NO_RESULTS, name } from "../support/blocks.ts";
import { ENGINES_OF_TODAY, untilEnd } from "../support/engines.ts";

const address = (byte: string): Hex => `0x${byte.repeat(20)}`;
const OWNER = address("a1");
const OLD = { owner: OWNER, token: address("c1") };
const NEW = { owner: OWNER, token: address("c2") };

async function addBlock(store: ChainWriter, at: BlockName, change: Partial<BlockChange> = {}) {
  const block = { ...blockOf(at), ...NO_EVENTS, ...change };
  expect(await store.addBlocks([block], await store.tip())).toBe(true);
}

async function rollbackTo(store: ChainWriter, number: number) {
  expect(await store.rollbackTo(number, (await store.tip()) as BlockName)).toBe(true);
}

async function settle(store: ChainWriter, at: BlockName, results: Partial<ContractResults>) {
  return (await store.settle(at, { ...NO_RESULTS, ...results })).isWritten;
}

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  const empty = async () => untilEnd(await engine.openWriter(await engine.place()));

  /** A store with two blocks: the second one touched both pairs, the first one only the old pair. */
  async function twoBlocks(): Promise<ChainWriter> {
    const store = await empty();
    await addBlock(store, name(1), { touched: [OLD] });
    await settle(store, name(1), { balances: [{ ...OLD, raw: 5n }] });
    await addBlock(store, name(2), { touched: [OLD, NEW] });
    return store;
  }

  async function settledTwoBlocks(): Promise<ChainWriter> {
    const store = await twoBlocks();
    const balances = [
      { ...OLD, raw: 7n },
      { ...NEW, raw: 9n },
    ];
    await settle(store, name(2), { balances });
    return store;
  }

  const page = async (store: ChainWriter) =>
    (await store.listErc20Balances(OWNER, undefined, undefined, 100)).map(({ raw }) => raw);
  const asked = async (store: ChainWriter, token: Hex) =>
    (await store.listErc20Balances(OWNER, token, undefined, 1)).map(({ raw }) => raw);

  test("after a rollback a page stays as of one block until all of it is read again", async () => {
    const store = await settledTwoBlocks();
    expect((await store.counts()).pending).toBe(0);
    await rollbackTo(store, 1);
    expect((await store.getTipBlock())?.number).toBe(1);
    expect(await page(store)).toEqual([7n, 9n]);
    expect(await store.listPending(undefined, 100)).toEqual([
      { ...OLD, isLost: false, isAside: false },
      { ...NEW, isLost: true, isAside: false },
    ]);
    expect((await store.counts()).pending).toBe(2);

    const balances = [
      { ...OLD, raw: 5n },
      { ...NEW, raw: 0n },
    ];
    expect(await settle(store, name(1), { balances })).toBe(true);
    expect(await page(store)).toEqual([5n]);
    expect(await asked(store, NEW.token)).toEqual([]);
    expect((await store.counts()).pending).toBe(0);
    expect(await store.listPairs(undefined, 100)).toHaveLength(1);
  });

  test("stores results of a block only while that block is the latest", async () => {
    const facts: TokenResult = {
      ...{ address: OLD.token, name: "Old", symbol: "OLD", decimals: 18, standard: null },
      ...{ isErc20: true, isErc721: false },
    };
    const results = { tokens: [facts], balances: [{ ...OLD, raw: 99n }] };
    const store = await twoBlocks();
    await rollbackTo(store, 1);
    await addBlock(store, name(2, 1), { touched: [OLD] });
    for (const at of [name(2), name(1), name(3)]) {
      expect(await settle(store, at, results)).toBe(false);
    }
    expect(await page(store)).toEqual([5n]);
    expect(await store.unknownTokens([OLD.token])).toEqual([OLD.token]);
    expect((await store.counts()).pending).toBe(1);
    expect(await settle(store, name(2, 1), results)).toBe(true);
    expect(await page(store)).toEqual([99n]);
    expect(await store.unknownTokens([OLD.token])).toEqual([]);
    expect(await settle(await empty(), name(1), results)).toBe(false);
  });

  test("token metadata from removed blocks is read again, and served until then", async () => {
    const store = await settledTwoBlocks();
    const tokens: TokenResult[] = [OLD, NEW].map(({ token }) => ({
      ...{ address: token, name: "Name", symbol: "N", decimals: 2, standard: null },
      ...{ isErc20: true, isErc721: false },
    }));
    await settle(store, name(2), { tokens });
    await addBlock(store, name(3), { touched: [NEW] });
    await settle(store, name(3), { balances: [{ ...NEW, raw: 9n }] });
    await rollbackTo(store, 2);
    expect(await store.unknownTokens([OLD.token, NEW.token])).toEqual([NEW.token]);
    const balances = await store.listErc20Balances(OWNER, undefined, undefined, 9);
    const names = balances.map(({ name }) => name);
    expect(names).toEqual(["Name", "Name"]);
  });

  test("NFTs are as of the tip; metadata in flight is dropped if the NFT has changed", async () => {
    const collection = address("d1");
    const [zero, a, b] = [address("00"), address("a1"), address("b2")];
    const transfer = (from: Hex, to: Hex, tokenId: bigint): NftTransfer => ({
      ...{ collection, tokenId, from, to, logIndex: Number(tokenId) },
    });
    const store = await empty();
    const old = { collection, tokenId: 1n, uri: "ipfs://old", metadata: null, isDue: true };
    await addBlock(store, name(1), { nftTransfers: [transfer(zero, a, 1n)] });
    await settle(store, name(1), { nfts: [old] });
    const metadata = '{"name":"One"}';
    await store.setMetadata(old, metadata);
    await addBlock(store, name(2), {
      nftTransfers: [transfer(a, b, 1n), transfer(zero, b, 2n)],
    });
    const lost = { collection, tokenId: 2n, uri: "ipfs://lost", metadata: null, isDue: true };
    await settle(store, name(2), { nfts: [lost] });
    expect(await store.listDueMetadata(collection, 1, 9)).toMatchObject([
      { tokenId: 2n, uri: lost.uri },
    ]);

    await rollbackTo(store, 1);
    expect(await store.getNft(collection, 1n)).toMatchObject({ owner: a, metadata });
    expect(await store.getNft(collection, 2n)).toBeUndefined();
    expect(await store.listDueMetadata(collection, 1, 9)).toEqual([]);
    // No orphaned rows remain.
    expect(await store.countMetadata()).toEqual({ withoutUri: 0, pending: 0, failed: 0 });

    await addBlock(store, name(2, 1), { nftTransfers: [transfer(zero, a, 2n)] });
    expect(await store.listNftsWithoutUri(undefined, 9)).toEqual([
      { collection, tokenId: 2n, owner: a, isAside: false },
    ]);
    const found = { ...lost, uri: "ipfs://new" };
    await settle(store, name(2, 1), { nfts: [found] });
    await store.setMetadata(lost, '{"name":"Lost"}');
    expect(await store.getNft(collection, 2n)).toMatchObject({
      tokenUri: "ipfs://new",
      metadata: null,
    });
    expect(await store.listDueMetadata(collection, 1, 9)).toMatchObject([
      { tokenId: 2n, uri: found.uri },
    ]);
  });

  test("reads the URI again of an NFT that was minted on removed blocks", async () => {
    const collection = address("d1");
    const [zero, a] = [address("00"), address("a1")];
    const nft = { collection, tokenId: 1n, metadata: null, isDue: true };
    const move = (from: Hex, to: Hex, logIndex: number) => ({ ...nft, from, to, logIndex });
    const store = await empty();
    await addBlock(store, name(1), { nftTransfers: [move(zero, a, 1)] });
    await settle(store, name(1), { nfts: [{ ...nft, uri: "ipfs://old" }] });
    await addBlock(store, name(2), { nftTransfers: [move(a, zero, 1), move(zero, a, 2)] });
    expect(await store.getNft(collection, 1n)).toMatchObject({
      tokenUri: null,
      mintBlockNumber: 2,
    });
    await settle(store, name(2), { nfts: [{ ...nft, uri: "ipfs://anew" }] });
    await rollbackTo(store, 1);
    expect(await store.getNft(collection, 1n)).toMatchObject({
      tokenUri: null,
      mintBlockNumber: 1,
    });
    expect(await store.listNftsWithoutUri(undefined, 9)).toEqual([
      { collection, tokenId: 1n, owner: a, isAside: false },
    ]);
  });

  test("forgets what was found below the oldest block with the blocks that it rests on", async () => {
    const place = await engine.place();
    const store = untilEnd(await engine.openWriter(place));
    const [collection, other] = [address("d1"), address("b2")];
    await addBlock(store, name(5), { touched: [OLD] });
    await addBlock(store, name(6), { touched: [NEW] });
    const received = {
      pairs: [{ owner: OWNER, token: address("c3") }],
      nfts: [{ collection, tokenId: 1n, owner: OWNER }],
      unrecognized: [],
      wallets: [OWNER, other],
      lowest: 0,
    };
    const add = (restsOn: readonly BlockName[]) =>
      besideWriter(place, (chain) => chain.addReceived({ ...received, restsOn }));
    // A block that was replaced while logs and owners were read.
    expect(await add([name(6), name(6, 1)])).toBeUndefined();
    expect(await store.logsReadOf([OWNER])).toEqual([]);
    expect(await add([name(5)])).toEqual({ pairs: 1, nfts: 1, tip: name(6) });
    const pending = await store.listPending(undefined, 9);
    const balances = pending.map((pair) => ({ ...pair, raw: 5n }));
    await settle(store, name(6), { balances });

    // A stored block replaces the last one: what is below is the same.
    await rollbackTo(store, 5);
    await addBlock(store, name(6, 1));
    expect((await store.extent({ owner: OWNER })).isDiscovered).toBe(true);
    expect(await store.getNft(collection, 1n)).toMatchObject({ owner: OWNER });

    await rollbackTo(store, 4);
    expect(await store.tip()).toBeUndefined();
    await addBlock(store, name(7, 2));
    expect(await store.getNft(collection, 1n)).toBeUndefined();
    expect(await store.listErc721Balances(OWNER, undefined, undefined, 9, ANY_SIZE)).toEqual([]);
    // The one that only a removed block had touched is gone, or is once it is settled.
    expect(await store.extent({ owner: OWNER })).toMatchObject({ isDiscovered: false, pending: 3 });
    const wallets = (await store.listUndiscovered(9)).map(({ wallet, lowest }) => [
      wallet,
      lowest > 7,
    ]);
    expect(wallets).toEqual([OWNER, other].map((wallet) => [wallet, true]));
    expect(await add([name(6, 1)])).toBeUndefined();
    expect(await add([name(7, 2)])).toMatchObject({ nfts: 1 });
    expect((await store.extent({ owner: OWNER })).isDiscovered).toBe(true);
  });
});
