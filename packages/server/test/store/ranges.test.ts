import { describe, expect, test, vi } from "vitest";
import type { Hex, NftRange } from "../../src/chain/records.ts";
import { listNfts } from "../../src/handlers/nft-ranges.ts";
import type { PairScope } from "../../src/store/chain-reader.ts";
import type { ChainWriter } from "../../src/store/chain-writer.ts";
import { address, blockOf, NO_RESULTS, name } from "../support/blocks.ts";
import { ENGINES_OF_TODAY, untilEnd } from "../support/engines.ts";

const [NOBODY, A, B] = [address(0), address(0xa1), address(0xb2)];
const [C, D] = [address(0xc1), address(0xd1)];
const MAX = 2n ** 256n - 1n;
const COLLECTION = {
  ...{ name: null, symbol: null, decimals: null, standard: "ERC721" as const },
  ...{ isErc20: false, isErc721: true },
};

const range = (first: bigint, last: bigint, from: Hex, to: Hex, more: Partial<NftRange> = {}) => ({
  ...{ collection: C, first, last, from, to, logIndex: 0, ...more },
});
const move = (tokenId: bigint, from: Hex, to: Hex, logIndex = 0) => ({
  ...{ collection: C, tokenId, from, to, logIndex },
});

/** A page of the NFTs of a wallet. */
const pageOf = (
  store: ChainWriter,
  owner: Hex,
  count: number,
  contract?: Hex,
  after?: { readonly collection: Hex; readonly tokenId: bigint },
  maxBytes = 2 ** 20,
) => listNfts(store, { owner, contract, after, count, maxBytes });

/** Ids of all NFTs of a wallet, read in pages. */
async function idsOf(store: ChainWriter, owner: Hex, size = 2, contract?: Hex): Promise<string[]> {
  const ids: string[] = [];
  let after: { collection: Hex; tokenId: bigint } | undefined;
  for (;;) {
    const page = await pageOf(store, owner, size, contract, after);
    ids.push(...page.map(({ collection, tokenId }) => `${collection.slice(-2)} ${tokenId}`));
    after = page.at(-1);
    if (page.length < size) {
      return ids;
    }
  }
}

/** Whether an answer about each of these is unclear. */
const unclear = (store: ChainWriter, ...scopes: readonly PairScope[]) =>
  Promise.all(scopes.map(async (scope) => (await store.extent(scope)).isUnclear));

const ids = (...numbers: readonly (number | bigint)[]) => numbers.map((id) => `c1 ${id}`);

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  const empty = async () => untilEnd(await engine.openWriter(await engine.place()));
  const add = async (store: ChainWriter, number: number, events: object, fork = 0) => {
    const block = { ...blockOf(name(number, fork)), ...events };
    expect(await store.addBlocks([block], await store.tip())).toBe(true);
  };

  test("NFTs of a range are listed and looked up without a row each", async () => {
    const store = await empty();
    await add(store, 1, {
      nftRanges: [
        range(0n, MAX, NOBODY, A),
        range(5n, 6n, NOBODY, B, { collection: D, logIndex: 1 }),
      ],
    });
    await add(store, 2, { nftTransfers: [move(1n, A, B), move(4n, A, NOBODY, 1)] });
    const page = await pageOf(store, A, 4);
    expect(page.map(({ tokenId }) => tokenId)).toEqual([0n, 2n, 3n, 5n]);
    const last = { collection: C, tokenId: MAX - 1n };
    const [end, ...others] = await pageOf(store, A, 4, C, last);
    expect([end?.tokenId, others]).toEqual([MAX, []]);
    expect(await idsOf(store, B)).toEqual(["c1 1", "d1 5", "d1 6"]);
    expect(await idsOf(store, B, 2, D)).toEqual(["d1 5", "d1 6"]);
    const minted = { owner: A, mintBlockNumber: 1, mintTimestamp: 1 };
    expect(await store.getNft(C, 2n)).toMatchObject(minted);
    expect(await store.getNft(C, 1n)).toMatchObject({ owner: B, mintBlockNumber: 1 });
    expect(await store.getNft(C, 4n)).toBeUndefined();
    expect(await store.getNft(D, 7n)).toBeUndefined();
    expect(await store.countMetadata()).toMatchObject({ withoutUri: 2 });
    // A page that ends for its size leaves what comes after to the next one.
    await add(store, 3, { nftTransfers: [move(7n, A, B), move(8n, A, B, 1)] });
    const nft = { collection: C, tokenId: 1n, uri: "u".repeat(99), metadata: null, isDue: false };
    await store.settle(name(3), { ...NO_RESULTS, nfts: [nft] });
    const short = await pageOf(store, B, 4, undefined, undefined, 9);
    expect(short.map(({ tokenId }) => tokenId)).toEqual([1n, 7n]);
  });

  test("transfers of amounts are kept as long as those may be ids, and then are NFTs or nothing", async () => {
    const store = await empty();
    const [none, both] = [[], [4n, 5n]];
    const kinds = [
      { isErc721: false, decimals: 18, found: [none, none] },
      { isErc721: false, decimals: 0, found: [none, [5n]] },
      { isErc721: false, decimals: null, found: [none, [5n]] },
      { isErc721: true, decimals: 18, found: [none, none] },
      { isErc721: true, decimals: 0, found: [both, [4n]] },
      { isErc721: true, decimals: null, found: [both, [4n]] },
      // Of which some were left out.
      { isErc721: true, decimals: null, isSample: true, found: [none, none] },
    ].map((kind, at) => ({
      ...COLLECTION,
      ...kind,
      isErc20: !kind.isErc721,
      address: address(at + 1),
    }));
    const possibleNfts = kinds.flatMap(({ address: collection, isSample }) =>
      both.map((id) => ({ ...move(id, NOBODY, A, Number(id)), collection, isSample })),
    );
    await add(store, 1, { possibleNfts });
    for (const kind of kinds) {
      await store.settle(name(1), { ...NO_RESULTS, tokens: [...kinds.slice(0, 1), kind] });
      const owned = await pageOf(store, A, 9, kind.address);
      const lists = [owned, await store.listSamples([kind.address])];
      const found = lists.map((all) => all.map(({ tokenId }) => tokenId));
      expect(found).toEqual(kind.found);
    }
  });

  test("a transfer that cannot be read and names the lowest address concerns no other wallet", async () => {
    const store = await empty();
    const unrecognized = [{ token: C, owner: address(1) }];
    await add(store, 1, { nftTransfers: [move(1n, NOBODY, A)], unrecognized });
    await store.settle(name(1), { ...NO_RESULTS, tokens: [{ ...COLLECTION, address: C }] });
    expect(await unclear(store, { owner: A }, { owner: address(1) })).toEqual([false, true]);
  });

  test("a page is full also if a wallet has many ranges with an NFT each", async () => {
    const store = await empty();
    const all = Array.from({ length: 150 }, (_, at) => BigInt(at));
    await add(store, 1, { nftRanges: all.map((id) => range(id, id, NOBODY, A)) });
    expect(await idsOf(store, A, 60)).toEqual(ids(...all));
    expect(await pageOf(store, A, 120)).toHaveLength(120);
    // One that ends for its size needs no more of them.
    await add(store, 2, { nftTransfers: [0n, 1n, 2n].map((id) => move(id, A, A, Number(id))) });
    const nft = { collection: C, tokenId: 0n, uri: "u".repeat(99), metadata: null, isDue: false };
    await store.settle(name(2), { ...NO_RESULTS, nfts: [nft] });
    const read = vi.spyOn(store, "listNftRanges");
    expect(await pageOf(store, A, 120, undefined, undefined, 9)).toHaveLength(2);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test("a later transfer goes before an earlier one, alone or as a range", async () => {
    const store = await empty();
    await add(store, 0, {});
    await add(store, 1, { nftRanges: [range(1n, 9n, NOBODY, A)] });
    await add(store, 2, { nftTransfers: [move(2n, A, B), move(8n, A, B, 1)] });
    await add(store, 3, {
      nftRanges: [range(2n, 4n, A, B), range(3n, 3n, B, NOBODY, { logIndex: 1 })],
    });
    expect(await idsOf(store, A)).toEqual(ids(1, 5, 6, 7, 9));
    expect(await idsOf(store, B)).toEqual(ids(2, 4, 8));
    expect(await store.getNft(C, 3n)).toBeUndefined();
    // Within one block, in the order of the logs.
    await add(store, 4, {
      nftTransfers: [move(5n, A, B, 0), move(6n, B, NOBODY, 2)],
      nftRanges: [range(5n, 7n, B, A, { logIndex: 1 })],
    });
    expect(await idsOf(store, A)).toEqual(ids(1, 5, 7, 9));
    // A range that is transferred as a whole takes those with it that were moved before.
    await add(store, 5, { nftRanges: [range(0n, MAX, A, B)] });
    const firstIds = (await pageOf(store, B, 3, C)).map(({ tokenId }) => tokenId);
    expect([await idsOf(store, A), firstIds]).toEqual([[], [0n, 1n, 2n]]);
    await store.rollbackTo(4, name(5));
    expect(await idsOf(store, A)).toEqual(ids(1, 5, 7, 9));
    expect(await idsOf(store, B)).toEqual(ids(2, 4, 8));
    await store.rollbackTo(2, name(4));
    expect(await idsOf(store, A)).toEqual(ids(1, 3, 4, 5, 6, 7, 9));
    expect(await idsOf(store, B)).toEqual(ids(2, 8));
    await store.rollbackTo(1, name(2));
    expect(await idsOf(store, A)).toEqual(ids(1, 2, 3, 4, 5, 6, 7, 8, 9));
    // An NFT of a range that is removed is gone, also if it was moved.
    await add(store, 2, { nftTransfers: [move(2n, A, B)] }, 1);
    await store.rollbackTo(0, name(2, 1));
    expect([await idsOf(store, A), await idsOf(store, B)]).toEqual([[], []]);
    expect(await store.getNft(C, 2n)).toBeUndefined();
  });

  test("blocks below the oldest one add ranges that later transfers go before", async () => {
    const [store, whole] = [await empty(), await empty()];
    const blocks = [
      { nftRanges: [range(1n, 5n, NOBODY, A)] },
      { nftTransfers: [move(1n, A, B), move(2n, A, B, 1)] },
      { nftRanges: [range(2n, 3n, B, A)] },
      { nftTransfers: [move(3n, A, B)] },
    ];
    for (const [number, events] of blocks.entries()) {
      await add(whole, number, events);
    }
    await add(store, 3, blocks[3] as object);
    for (const number of [2, 1, 0]) {
      const lower = { ...blockOf(name(number)), ...blocks[number] };
      expect(await store.prependBlocks([lower], name(number + 1))).toBe(true);
    }
    for (const each of [store, whole]) {
      expect(await idsOf(each, A)).toEqual(ids(2, 4, 5));
      expect(await idsOf(each, B)).toEqual(ids(1, 3));
    }
    expect(await store.rollbackTo(1, name(3))).toBe(true);
    expect(await idsOf(store, A)).toEqual(ids(3, 4, 5));
    expect(await idsOf(store, B)).toEqual(ids(1, 2));
  });

  test("nothing is claimed of a range that would move more NFTs than are moved at once", async () => {
    const store = await empty();
    const many = Array.from({ length: 1_001 }, (_, at) => move(BigInt(at), NOBODY, A, at));
    await add(store, 1, { nftTransfers: many });
    await add(store, 2, { nftRanges: [range(0n, 999n, A, B)] });
    const scopes = [{ token: C }, { owner: A }, { owner: B }, { owner: D }, { owner: D, token: C }];
    await store.settle(name(2), { ...NO_RESULTS, tokens: [{ ...COLLECTION, address: C }] });
    expect(await unclear(store, ...scopes)).toEqual(scopes.map(() => false));
    expect(await idsOf(store, B, 2_000)).toHaveLength(1_000);
    await add(store, 3, { nftRanges: [range(0n, MAX, A, B)] });
    // A wallet without any NFT of the contract is not concerned.
    expect(await unclear(store, ...scopes)).toEqual([true, true, true, false, true]);
    expect(await store.listUnrecognized(9)).toEqual([{ contract: C, transfers: 1 }]);
  });

  test("transfers that cannot be read make answers unclear that could concern them", async () => {
    const store = await empty();
    await add(store, 1, {});
    await add(store, 2, { unrecognized: [{ token: C, owner: A }] });
    const scopes = [
      ...[{ owner: A }, { owner: A, token: C }, { token: C }],
      ...[{ owner: A, token: D }, { owner: B }, { owner: B, token: C }, { token: D }],
    ];
    expect(await unclear(store, ...scopes)).toEqual([true, true, true, false, false, false, false]);
    expect((await store.extent(undefined)).isUnclear).toBe(false);
    // One that names no wallet concerns its contract, or one could do it to every wallet.
    await add(store, 3, { unrecognized: [{ token: C, owner: NOBODY }] });
    expect(await unclear(store, ...scopes)).toEqual([true, true, true, false, false, true, false]);
    expect((await store.counts()).unrecognized).toBe(2);
    expect(await store.listUnrecognized(9)).toEqual([{ contract: C, transfers: 2 }]);
    await store.rollbackTo(2, name(3));
    expect(await unclear(store, ...scopes)).toEqual([true, true, true, false, false, false, false]);
    await store.rollbackTo(1, name(2));
    expect(await unclear(store, ...scopes)).toEqual(scopes.map(() => false));
    expect((await store.counts()).unrecognized).toBe(0);
    const lower = { ...blockOf(name(0)), unrecognized: [{ token: C, owner: A }] };
    expect(await store.prependBlocks([lower], name(1))).toBe(true);
    expect(await unclear(store, { owner: A })).toEqual([true]);
  });

  test("a wallet's answers are unclear until the collections of its NFTs were asked what they are", async () => {
    const store = await empty();
    await add(store, 1, {
      nftTransfers: [move(1n, NOBODY, A)],
      nftRanges: [range(5n, 6n, NOBODY, B, { collection: D, logIndex: 1 })],
    });
    const owners = [{ owner: A }, { owner: B }];
    expect(await unclear(store, ...owners)).toEqual([true, true]);
    const tokens = [C, D].map((address) => ({ ...COLLECTION, address }));
    await store.settle(name(1), { ...NO_RESULTS, tokens });
    expect(await unclear(store, ...owners)).toEqual([false, false]);
    const others = tokens.map((token) => ({ ...token, isErc721: false }));
    await store.settle(name(1), { ...NO_RESULTS, tokens: others });
    expect([await idsOf(store, A), await idsOf(store, B)]).toEqual([[], []]);
    expect([await store.getNft(C, 1n), await store.getNft(D, 5n)]).toEqual([undefined, undefined]);
  });
});
