import { describe, expect, test } from "vitest";
import type { BlockName, Hex, NftTransfer } from "../../src/chain/records.ts";
import type {
  BlockChange,
  ChainWriter,
  ContractResults,
  TokenResult,
} from "../../src/store/chain-writer.ts";
import { besideWriter } from "../../src/store/open.ts";
import { NOWHERE } from "../../src/store/rows.ts";
import { ANY_SIZE, address, blockOf, NO_EVENTS, NO_RESULTS, name } from "../support/blocks.ts";
import { ENGINES_OF_TODAY, untilEnd } from "../support/engines.ts";

const [ZERO, OWNER, OTHER] = [address(0), address(0xa1), address(0xb2)];
const OLD = { owner: OWNER, token: address(0xc1) };
const NEW = { owner: OWNER, token: address(0xc2) };
const COLLECTION = address(0xd1);

const move = (tokenId: bigint, from: Hex, to: Hex, logIndex = 0): NftTransfer => ({
  ...{ collection: COLLECTION, tokenId, from, to, logIndex },
});
const due = (tokenId: bigint, uri: string) => ({
  ...{ collection: COLLECTION, tokenId, uri, metadata: null, isDue: true },
});
const factsOf = (token: Hex): TokenResult => ({
  ...{ address: token, name: "Name", symbol: "N", decimals: 2, standard: null },
  ...{ isErc20: true, isErc721: false },
});

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
    // What has left a wallet is not listed, and may return.
    for (const [number, raw, listed] of [
      [2, 0n, []],
      [3, 3n, [3n]],
    ] as const) {
      await addBlock(store, name(number, 1), { touched: [OLD] });
      await settle(store, name(number, 1), { balances: [{ ...OLD, raw }] });
      expect(await page(store)).toEqual(listed);
    }
  });

  test("stores results of a block only while that block is the latest", async () => {
    const results = { tokens: [factsOf(OLD.token)], balances: [{ ...OLD, raw: 99n }] };
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
    await settle(store, name(2), { tokens: [OLD, NEW].map(({ token }) => factsOf(token)) });
    await addBlock(store, name(3), { touched: [NEW] });
    await settle(store, name(3), { balances: [{ ...NEW, raw: 9n }] });
    await rollbackTo(store, 2);
    expect(await store.unknownTokens([OLD.token, NEW.token])).toEqual([NEW.token]);
    const balances = await store.listErc20Balances(OWNER, undefined, undefined, 9);
    const names = balances.map(({ name }) => name);
    expect(names).toEqual(["Name", "Name"]);
  });

  test("NFTs are as of the tip; metadata in flight is dropped if the NFT has changed", async () => {
    const store = await empty();
    const [old, lost, found] = [
      due(1n, "ipfs://old"),
      due(2n, "ipfs://lost"),
      due(2n, "ipfs://new"),
    ];
    await addBlock(store, name(1), { nftTransfers: [move(1n, ZERO, OWNER)] });
    await settle(store, name(1), { nfts: [old] });
    const metadata = '{"name":"One"}';
    await store.setMetadata(old, metadata);
    await addBlock(store, name(2), {
      nftTransfers: [move(1n, OWNER, OTHER), move(2n, ZERO, OTHER, 1)],
    });
    await settle(store, name(2), { nfts: [lost] });
    const listed = async () =>
      (await store.listDueMetadata(COLLECTION, 1, 9)).map(({ tokenId, uri }) => [tokenId, uri]);
    expect(await listed()).toEqual([[2n, lost.uri]]);

    await rollbackTo(store, 1);
    expect(await store.getNft(COLLECTION, 1n)).toMatchObject({ owner: OWNER, metadata });
    expect(await store.getNft(COLLECTION, 2n)).toBeUndefined();
    expect(await listed()).toEqual([]);
    // No orphaned rows remain.
    expect(await store.countMetadata()).toEqual({ withoutUri: 0, pending: 0, failed: 0 });

    await addBlock(store, name(2, 1), { nftTransfers: [move(2n, ZERO, OWNER)] });
    expect(await store.listNftsWithoutUri(undefined, 9)).toEqual([
      { collection: COLLECTION, tokenId: 2n, owner: OWNER, isAside: false },
    ]);
    await settle(store, name(2, 1), { nfts: [found] });
    await store.setMetadata(lost, '{"name":"Lost"}');
    expect(await store.getNft(COLLECTION, 2n)).toMatchObject({
      ...{ tokenUri: found.uri, metadata: null },
    });
    expect(await listed()).toEqual([[2n, found.uri]]);
  });

  test("reads the URI again of an NFT that was minted on removed blocks", async () => {
    const store = await empty();
    const read = async () => {
      const { tokenUri, mintBlockNumber } = (await store.getNft(COLLECTION, 1n)) ?? {};
      return [tokenUri, mintBlockNumber];
    };
    await addBlock(store, name(1), { nftTransfers: [move(1n, ZERO, OWNER)] });
    await settle(store, name(1), { nfts: [due(1n, "ipfs://old")] });
    const nftTransfers = [move(1n, OWNER, ZERO, 1), move(1n, ZERO, OWNER, 2)];
    await addBlock(store, name(2), { nftTransfers });
    expect(await read()).toEqual([null, 2]);
    await settle(store, name(2), { nfts: [due(1n, "ipfs://anew")] });
    await rollbackTo(store, 1);
    expect(await read()).toEqual([null, 1]);
    expect(await store.listNftsWithoutUri(undefined, 9)).toEqual([
      { collection: COLLECTION, tokenId: 1n, owner: OWNER, isAside: false },
    ]);
  });

  test("forgets what was found below the oldest block with the blocks that it rests on", async () => {
    const place = await engine.place();
    const store = untilEnd(await engine.openWriter(place));
    await addBlock(store, name(5), { touched: [OLD] });
    await addBlock(store, name(6), { touched: [NEW] });
    const received = {
      pairs: [{ owner: OWNER, token: address(0xc3) }],
      nfts: [{ collection: COLLECTION, tokenId: 1n, owner: OWNER }],
      ...{ unrecognized: [], wallets: [OWNER, OTHER], lowest: 0 },
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
    expect(await store.getNft(COLLECTION, 1n)).toMatchObject({ owner: OWNER });

    await rollbackTo(store, 4);
    expect(await store.tip()).toBeUndefined();
    await addBlock(store, name(7, 2));
    expect(await store.getNft(COLLECTION, 1n)).toBeUndefined();
    expect(await store.listErc721Balances(OWNER, undefined, undefined, 9, ANY_SIZE)).toEqual([]);
    // The one that only a removed block had touched is gone, or is once it is settled.
    expect(await store.extent({ owner: OWNER })).toMatchObject({ isDiscovered: false, pending: 3 });
    const wallets = await store.listUndiscovered(9);
    expect(wallets).toEqual([OWNER, OTHER].map((wallet) => ({ wallet, lowest: NOWHERE })));
    expect(await add([name(6, 1)])).toBeUndefined();
    expect(await add([name(7, 2)])).toMatchObject({ nfts: 1 });
    expect((await store.extent({ owner: OWNER })).isDiscovered).toBe(true);
  });
});
