import { describe, expect, test } from "vitest";
import { address, blockOf, name } from "../support/blocks.ts";
import { ENGINES, untilEnd } from "../support/engines.ts";

const NFT = address(0x721);
const [FEW, MANY] = [10, 30_000];

describe.each(ENGINES.filter((engine) => !engine.name.includes("late")))("$name", (engine) => {
  test("an NFT is read as fast after many transfers as after a few", async () => {
    const store = untilEnd(await engine.openWriter(await engine.place()));
    const read = async () => {
      const times: number[] = [];
      for (let at = 0; at < 15; at += 1) {
        const startedAt = performance.now();
        expect(await store.getNft(NFT, 1n)).toMatchObject({ mintBlockNumber: 0 });
        expect(await store.listErc721Balances(address(1), undefined, undefined, 9)).toHaveLength(1);
        times.push(performance.now() - startedAt);
      }
      return times.toSorted((a, b) => a - b)[7] as number;
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
    const few = await read();
    await add(2, MANY);
    expect(await read()).toBeLessThan(few * 4 + 2);
  });
});
