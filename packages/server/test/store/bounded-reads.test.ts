import { describe, expect, test } from "vitest";
import { MAX_COUNTED } from "../../src/store/chain-reader.ts";
import { ANY_SIZE, address, blockOf, name } from "../support/blocks.ts";
import { ENGINES, untilEnd } from "../support/engines.ts";

const NFT = address(0x721);
const [FEW, MANY] = [10, 30_000];

describe.each(ENGINES)("$name", (engine) => {
  test("an NFT is read whatever the number of its transfers", async () => {
    const store = untilEnd(await engine.openWriter(await engine.place()));
    const read = async () => {
      expect(await store.getNft(NFT, 1n)).toMatchObject({ mintBlockNumber: 0 });
      expect(
        await store.listErc721Balances(address(1), undefined, undefined, 9, ANY_SIZE),
      ).toHaveLength(1);
    };
    const transfer = { collection: NFT, tokenId: 1n, logIndex: 0 };
    const mint = { ...transfer, from: address(0), to: address(1) };
    await store.addBlocks([{ ...blockOf(name(0)), touched: [], nftTransfers: [mint] }], undefined);
    let made = 0;
    const add = async (number: number, count: number) => {
      const nftTransfers = Array.from({ length: count }, (_, logIndex) => ({
        ...{ ...transfer, logIndex, from: address(1), to: address(1) },
      }));
      await store.addBlocks([{ ...blockOf(name(number)), touched: [], nftTransfers }], name(made));
      made = number;
    };
    await add(1, FEW);
    await read();
    await add(2, MANY);
    await read();
  });

  test("a wallet is listed by what it holds, whatever has left it", async () => {
    const store = untilEnd(await engine.openWriter(await engine.place()));
    const owner = address(1);
    const read = async () => {
      const listed = await store.listErc20Balances(owner, undefined, undefined, 9);
      expect(listed.map(({ raw }) => raw)).toEqual([7n]);
    };
    const settle = async (number: number, raw: bigint, first: number, count: number) => {
      const touched = Array.from({ length: count }, (_, at) => ({
        owner,
        token: address(first + at),
      }));
      const before = number === 0 ? undefined : name(number - 1);
      await store.addBlocks([{ ...blockOf(name(number)), touched }], before);
      const balances = touched.map((pair) => ({ ...pair, raw }));
      await store.settle(name(number), { tokens: [], nfts: [], balances });
    };
    await settle(0, 7n, 1_000_000, 1);
    await settle(1, 5n, 10_000, FEW);
    await settle(2, 0n, 10_000, FEW);
    await read();
    await settle(3, 0n, 20_000, MANY);
    await read();
    // One that returns is listed again.
    await settle(4, 9n, 20_000, 1);
    const listed = await store.listErc20Balances(owner, undefined, undefined, 9);
    expect(listed.map(({ raw }) => raw)).toEqual([9n, 7n]);
  });

  test("of what waits for a wallet no more is looked at than is counted", async () => {
    const store = untilEnd(await engine.openWriter(await engine.place()));
    const [few, many] = [address(1), address(2)];
    const facts = { name: null, symbol: null, standard: null };
    const coins = Array.from({ length: MAX_COUNTED + 1 }, (_, at) => address(10_000 + at));
    const minted = { collection: NFT, from: address(0) };
    const [ofFew, ofMany] = [address(3), address(4)];
    const nftTransfers = Array.from({ length: 2 * MAX_COUNTED + 1 }, (_, at) => ({
      ...{ ...minted, tokenId: BigInt(at), logIndex: at, to: at < MAX_COUNTED ? ofFew : ofMany },
    }));
    const touched = [
      ...coins.slice(1).map((token) => ({ owner: few, token })),
      ...coins.map((token) => ({ owner: many, token })),
    ];
    await store.addBlocks([{ ...blockOf(name(0)), touched, nftTransfers }], undefined);
    const tokens = [
      ...coins.map((token) => ({
        ...{ ...facts, address: token, decimals: 6, isErc20: true, isErc721: false },
      })),
      { ...facts, address: NFT, decimals: null, isErc20: false, isErc721: true },
    ];
    await store.settle(name(0), { tokens, balances: [], nfts: [] });
    const extents = [
      await store.extent({ owner: few }),
      await store.extent({ owner: many }),
      await store.extent({ owner: many, token: coins[7] }),
      await store.extent({ owner: ofFew }),
      await store.extent({ owner: ofMany }),
      await store.extent({ owner: ofMany, token: coins[7] }),
    ];
    expect(extents).toMatchObject([
      { pending: MAX_COUNTED, isUnclear: false },
      { pending: MAX_COUNTED, isUnclear: true },
      { pending: 1, isUnclear: false },
      { pending: 0, isUnclear: false },
      { pending: 0, isUnclear: true },
      { pending: 0, isUnclear: false },
    ]);
  });
});
