import { describe, expect, test } from "vitest";
import type { Hex } from "../../src/chain/records.ts";
import type { ChainReader } from "../../src/store/chain-reader.ts";
import type { ChainWriter } from "../../src/store/chain-writer.ts";
import { StoreLockedError } from "../../src/store/engine.ts";
import { ANY_SIZE, address, blockOf, name, word } from "../support/blocks.ts";
import { ENGINES_OF_TODAY, untilEnd } from "../support/engines.ts";

/** Everything that is listed of blocks and transactions. */
async function listed(store: ChainWriter) {
  return {
    tip: await store.tip(),
    latest: await store.listLatestTransactions(undefined, 100, ANY_SIZE),
    sent: await store.listAddressTransactions(address(1), undefined, 100, ANY_SIZE),
    received: await store.listAddressTransactions(address(2), undefined, 100, ANY_SIZE),
    dirty: await store.listPending(undefined, 100),
  };
}

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  const empty = async () => untilEnd(await engine.openWriter(await engine.place()));

  test("adds blocks together on top of the expected tip, or not at all", async () => {
    const store = await empty();
    expect(await store.tip()).toBeUndefined();
    const first = [blockOf(name(1), 2), blockOf(name(2)), blockOf(name(3), 1)];
    expect(await store.addBlocks(first, undefined)).toBe(true);
    const before = await listed(store);
    expect(before.tip).toEqual(name(3));
    expect(before.sent.map(({ blockNumber, index }) => [blockNumber, index])).toEqual([
      [3, 0],
      [1, 1],
      [1, 0],
    ]);
    for (const expected of [undefined, name(3, 1)]) {
      expect(await store.addBlocks([blockOf(name(4), 1)], expected)).toBe(false);
    }
    expect(await listed(store)).toEqual(before);
    expect(await store.addBlocks([blockOf(name(4))], name(3))).toBe(true);
    expect(await store.blockHash(4)).toBe(name(4).hash);
    expect(await store.blockHash(5)).toBeUndefined();
    expect(await store.oldest()).toEqual(name(1));
  });

  test("refuses blocks that leave a gap, at either end and within a batch", async () => {
    const store = await empty();
    await store.addBlocks([blockOf(name(5)), blockOf(name(6))], undefined);
    const before = await listed(store);
    const add = (numbers: readonly number[], tip: number) =>
      store.addBlocks(
        numbers.map((number) => blockOf(name(number))),
        name(tip),
      );
    await expect(add([8], 6)).rejects.toThrow(/^block 8 does not follow block 6: .* gap$/);
    await expect(add([7, 9], 6)).rejects.toThrow("block 9 does not follow block 7");
    await expect(add([6], 6)).rejects.toThrow("block 6 does not follow block 6");
    const lower = [1, 2, 3].map((number) => blockOf(name(number)));
    await expect(store.prependBlocks(lower, name(5))).rejects.toThrow(
      "block 5 does not follow block 3",
    );
    const apart = [blockOf(name(2)), blockOf(name(4))];
    await expect(store.prependBlocks(apart, name(5))).rejects.toThrow(
      "block 4 does not follow block 2",
    );
    expect(await listed(store)).toEqual(before);
    expect((await store.extent(undefined)).blocks).toEqual({ oldest: 5, tip: 6 });
  });

  test("adds no block of a batch with an invalid one", async () => {
    const store = await empty();
    await store.addBlocks([blockOf(name(1), 1)], undefined);
    const before = await listed(store);
    // The last one has a transaction that is already stored.
    const again = { ...blockOf(name(1), 1), block: blockOf(name(3)).block };
    await expect(store.addBlocks([blockOf(name(2), 1), again], name(1))).rejects.toThrow();
    expect(await listed(store)).toEqual(before);
    expect(await store.addBlocks([blockOf(name(2), 1)], name(1))).toBe(true);
  });

  test("removes blocks from the expected tip down, or not at all", async () => {
    const store = await empty();
    await store.addBlocks([blockOf(name(1), 2), blockOf(name(2), 3)], undefined);
    const before = await listed(store);
    for (const expected of [name(1), name(2, 1), name(3)]) {
      expect(await store.rollbackTo(1, expected)).toBe(false);
    }
    expect(await listed(store)).toEqual(before);
    expect(await store.rollbackTo(1, name(2))).toBe(true);
    const only = await empty();
    await only.addBlocks([blockOf(name(1), 2)], undefined);
    expect(await listed(store)).toEqual(await listed(only));
    // On another fork, the same positions belong to transactions of other addresses.
    const transactions = blockOf(name(2, 1), 3).transactions.map((record) => ({
      ...record,
      to: address(7),
    }));
    await store.addBlocks([{ ...blockOf(name(2, 1)), transactions }], name(1));
    const count = async (of: Hex) =>
      (await store.listAddressTransactions(of, undefined, 9, ANY_SIZE)).length;
    expect(await Promise.all([1, 4, 7].map((each) => count(address(each))))).toEqual([5, 0, 3]);
  });

  test("returns undefined for an unknown block, an empty list for an empty one", async () => {
    const store = await empty();
    await store.addBlocks([blockOf(name(1)), blockOf(name(2), 3)], undefined);
    expect(await store.listBlockTransactions(0, undefined, 9, ANY_SIZE)).toBeUndefined();
    expect(await store.listBlockTransactions(3, undefined, 9, ANY_SIZE)).toBeUndefined();
    expect(await store.listBlockTransactions(1, undefined, 9, ANY_SIZE)).toEqual([]);
    const at = { blockNumber: 2, index: 2 };
    const rows = await store.listBlockTransactions(2, at, 9, ANY_SIZE);
    expect(rows?.map(({ index }) => index)).toEqual([1, 0]);
    expect(await store.listBlockTransactions(2, { ...at, index: 0 }, 9, ANY_SIZE)).toEqual([]);
  });

  test("a chain has one writer and any number of readers", async () => {
    const place = await engine.place();
    const store = await engine.openWriter(place);
    const reader = untilEnd(await engine.openReader(place));
    await expect(engine.openWriter(place)).rejects.toThrow(StoreLockedError);
    await store.addBlocks([blockOf(name(0), 1)], undefined);
    // The tip remains.
    expect(await store.pruneBelow(9, 9)).toBe(0);
    expect(await reader.tip()).toEqual(name(0));
    expect(await reader.getTransaction(word(0))).toMatchObject({ blockNumber: 0, value: "7" });
    expect((await reader.counts()).pending).toBe(1);
    expect(await reader.size()).toBeGreaterThan(0);
    await store.close();
    const next = untilEnd(await engine.openWriter(place));
    expect(await next.tip()).toEqual(name(0));
  });

  test("no record is returned that was replaced after it was first read", async () => {
    const place = await engine.place();
    const store = untilEnd(await engine.openWriter(place));
    const reader = untilEnd(await engine.openReader(place));
    const [first, second, other] = [
      blockOf(name(1), 1),
      blockOf(name(2), 1),
      blockOf(name(2, 1), 1),
    ];
    const [transaction] = second.transactions;
    const hash = transaction?.hash ?? word(0);
    // The same transaction in another block and at another position.
    const record = { ...transaction, blockHash: other.block.hash, index: 1 };
    const moved = [...other.transactions, record] as typeof other.transactions;
    const readFrom = async (from: ChainReader) => {
      const found = await from.getTransaction(hash);
      const rows = await from.listLatestTransactions(undefined, 9, ANY_SIZE);
      return {
        hashes: [await from.blockHash(2), (await from.getBlock(2))?.hash, found?.blockHash],
        position: found?.index,
        listed: rows.map(({ blockNumber, index, blockHash }) => [blockNumber, index, blockHash]),
      };
    };
    const read = async () => [
      ...[await readFrom(reader), await readFrom(reader)],
      ...[await readFrom(store), await readFrom(store)],
    ];
    const old = [1, 0, name(1).hash];
    const before = {
      hashes: Array(3).fill(name(2).hash),
      position: 0,
      listed: [[2, 0, name(2).hash], old],
    };
    await store.addBlocks([first, second], undefined);
    expect(await read()).toEqual(Array(4).fill(before));
    await store.rollbackTo(1, name(2));
    const without = { hashes: Array(3).fill(undefined), position: undefined, listed: [old] };
    expect(await read()).toEqual(Array(4).fill(without));
    await store.addBlocks([{ ...other, transactions: moved }], name(1));
    const after = {
      hashes: Array(3).fill(name(2, 1).hash),
      position: 1,
      listed: [[2, 1, name(2, 1).hash], [2, 0, name(2, 1).hash], old],
    };
    expect(await read()).toEqual(Array(4).fill(after));
    await store.rollbackTo(1, name(2, 1));
    await store.addBlocks([second], name(1));
    expect(await read()).toEqual(Array(4).fill(before));
  });
});
