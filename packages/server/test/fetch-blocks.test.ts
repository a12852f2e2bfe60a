import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { blockReader } from "../src/ingest/fetch-blocks.ts";
import type { CheckedBlock } from "../src/ingest/verified-blocks.ts";
import type { ChainSource } from "../src/source/node.ts";

/** Returns the numbers from `start` to the one before `end`. */
const numbersBetween = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);

async function all(blocks: AsyncIterable<number>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const number of blocks) {
    numbers.push(number);
  }
  return numbers;
}

const blockOf = (number: number) =>
  ({ block: { number }, receipts: [] }) as unknown as RpcBlockWithReceipts;

/** A reader of blocks whose calls end when the test says so. */
function manualReader(step?: 1 | -1) {
  const requested: number[] = [];
  const rate = { perSecond: Number.POSITIVE_INFINITY };
  const calls = new Map<number, PromiseWithResolvers<RpcBlockWithReceipts | undefined>>();
  const source: Pick<ChainSource, "block" | "rate"> = {
    rate: () => rate.perSecond,
    block(number: number) {
      requested.push(number);
      const call = Promise.withResolvers<RpcBlockWithReceipts | undefined>();
      calls.set(number, call);
      return call.promise;
    },
  };
  const read = blockReader(source as ChainSource, ({ block }) => Number(block.number), step);
  return {
    rate,
    read,
    /** The numbers that were requested since the last call. */
    requested: () => requested.splice(0),
    async answer(...numbers: readonly number[]) {
      for (const number of numbers) {
        calls.get(number)?.resolve(blockOf(number));
        await setImmediate();
      }
    },
    /** Lets a call fail; without an error, the node does not have the block. */
    async fail(number: number, error?: Error) {
      const call = calls.get(number);
      await (error ? call?.reject(error) : call?.resolve(undefined));
      await setImmediate();
    },
  };
}

test("requests a block as soon as another has arrived, at most a batch ahead, also of the next call", async () => {
  const { read, requested, answer } = manualReader();
  const blocks = read(0, 3, 99);
  const first = blocks.next();
  expect(requested()).toEqual(numbersBetween(0, 8));
  await answer(3);
  // One more for the one that has arrived, and two because the first is waited for.
  expect(requested()).toEqual([8, 9, 10]);
  await answer(...numbersBetween(0, 100));
  expect(await first).toEqual({ done: false, value: 0 });
  expect(requested()).toEqual(numbersBetween(11, 33));
  expect(await all(blocks)).toEqual([1, 2]);
  expect(requested()).toEqual([33, 34]);
  expect(await all(read(3, 2, 99))).toEqual([3, 4]);
  expect(requested()).toEqual([35, 36]);
});

test("reads up to the last block that there is, and further once there are more", async () => {
  const { read, requested, answer } = manualReader();
  const round = all(read(0, 10, 5));
  await answer(...numbersBetween(0, 6));
  expect([await round, requested()]).toEqual([numbersBetween(0, 6), numbersBetween(0, 6)]);
  const next = all(read(6, 10, 8));
  await answer(6, 7, 8);
  expect([await next, requested()]).toEqual([
    [6, 7, 8],
    [6, 7, 8],
  ]);
});

test("reads what is in place of blocks that the node has no longer", async () => {
  const { read, requested, answer } = manualReader();
  expect(await all(read(9, 10, 5))).toEqual([]);
  const next = all(read(6, 10, 7));
  await answer(6, 7);
  expect([await next, requested()]).toEqual([
    [6, 7],
    [6, 7],
  ]);
});

test("reads downwards", async () => {
  const { read, requested, answer } = manualReader(-1);
  const part = all(read(20, 3, 15));
  await answer(20, 19, 18, 17);
  expect(await part).toEqual([20, 19, 18]);
  const rest = all(read(17, 9, 15));
  await answer(16, 15);
  expect([await rest, requested()]).toEqual([
    [17, 16, 15],
    [20, 19, 18, 17, 16, 15],
  ]);
});

test.each([
  ["that is missing", undefined, "the node does not have block 2 with its receipts"],
  ["whose call fails", new Error("no response"), "no response"],
])("keeps the blocks before one %s, and requests none after it", async (_, failure, message) => {
  const { read, requested, answer, fail } = manualReader();
  const blocks = read(0, 50, 99);
  const first = blocks.next();
  await fail(2, failure);
  await answer(0, 1, 4, 5);
  expect([(await first).value, (await blocks.next()).value]).toEqual([0, 1]);
  await expect(blocks.next()).rejects.toThrow(message);
  expect(requested()).toEqual(numbersBetween(0, 8));
  // The next call begins with it.
  const again = read(2, 1, 2).next();
  await answer(2);
  expect([(await again).value, requested()]).toEqual([2, [2]]);
});

test("drops what was fetched ahead of a call that does not follow, or that ended early", async () => {
  const { read, requested, answer } = manualReader();
  const round = all(read(0, 4, 19));
  await answer(...numbersBetween(0, 8));
  await round;
  requested();
  // The chain was rolled back to block 1.
  const again = read(2, 4, 99);
  const first = again.next();
  expect(requested()).toEqual(numbersBetween(2, 18));
  await answer(2);
  await first;
  await again.return(undefined);
  requested();
  await answer(3, 4, 5);
  expect(requested()).toEqual([]);
  void read(3, 4, 99).next();
  await setImmediate();
  expect(requested()).toEqual(numbersBetween(3, 21));
});

test("requests a block as soon as the response with another has arrived, while that is read elsewhere", async () => {
  const requested: number[] = [];
  const reads = new Map<number, (body: Uint8Array) => void>();
  const source: Pick<ChainSource, "block" | "rate"> = {
    block(number, read) {
      requested.push(number);
      return new Promise((resolve, reject) => {
        reads.set(number, (body) => read?.(body).then(resolve, reject));
      });
    },
    rate: () => Number.POSITIVE_INFINITY,
  };
  const { promise, resolve } = Promise.withResolvers<CheckedBlock>();
  const readElsewhere = blockReader<unknown, CheckedBlock>(
    source as ChainSource,
    (block) => block,
    1,
    () => () => promise,
  );
  const first = readElsewhere(0, 100, 99).next();
  await setImmediate();
  reads.get(7)?.(new Uint8Array());
  expect(requested).toEqual(numbersBetween(0, 11));
  reads.get(0)?.(new Uint8Array());
  resolve({ number: 0, hash: "0x00" });
  expect((await first).value).toEqual({ number: 0, hash: "0x00" });
});

test("refuses a block other than the one that was requested", async () => {
  const block: ChainSource["block"] = async (number) => blockOf(number + 1);
  const source = { block, rate: () => Number.POSITIVE_INFINITY } as ChainSource;
  await expect(blockReader(source, () => 0)(4, 1, 4).next()).rejects.toThrow(
    "the node returned block 5 instead of block 4",
  );
});

test("requests more blocks at once while it waits for them, fewer after a failure, and what the node allows", async () => {
  const { rate, read, requested, answer, fail } = manualReader();
  /** Takes blocks that arrive one after the other, each when it is waited for. @returns How many were requested more. */
  const takeSlowly = async (blocks: AsyncGenerator<number>, start: number, end: number) => {
    for (const number of numbersBetween(start, end)) {
      const taken = blocks.next();
      await answer(number);
      await taken;
    }
    return requested().length - (end - start);
  };
  const blocks = read(0, 1_000, 999);
  expect(await takeSlowly(blocks, 0, 4)).toBe(16);
  expect(await takeSlowly(blocks, 4, 60)).toBe(24 - 16);
  await fail(61, new Error("no response"));
  /** Reads elsewhere. @returns How many are requested at first. */
  const countFirst = async (start: number) => {
    void read(start, 1_000, 999).next();
    await setImmediate();
    return requested().length;
  };
  expect(await countFirst(100)).toBe(12);
  rate.perSecond = 23;
  expect(await countFirst(200)).toBe(11);
  // As many as to a node that has not been measured: the limiter spreads them.
  rate.perSecond = 3;
  expect(await countFirst(300)).toBe(8);
});
