import { describe, expect, test } from "vitest";
import { MAX_COUNTED } from "../../src/store/chain-reader.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { ENGINES, untilEnd } from "../support/engines.ts";

const NFT = address(0x721);

describe.each(ENGINES)("$name", (engine) => {
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
