import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { blocksAhead } from "../src/ingest/blocks-ahead.ts";
import {
  type BlockQueue,
  blocksInFlight,
  MissingBlockError,
  queueBlocks,
} from "../src/ingest/fetch-blocks.ts";
import type { CheckedBlock, Checks } from "../src/ingest/verified-blocks.ts";
import type { ChainSource } from "../src/source/node.ts";

/** Returns the numbers from `start` to the one before `end`. */
function numbersBetween(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}

/** Source whose calls end when the test says so. */
function manualSource() {
  const requested: number[] = [];
  const rate = { perSecond: Number.POSITIVE_INFINITY };
  const calls = new Map<number, PromiseWithResolvers<RpcBlockWithReceipts | undefined>>();
  const block: ChainSource["block"] = (number) => {
    requested.push(number);
    const call = Promise.withResolvers<RpcBlockWithReceipts | undefined>();
    calls.set(number, call);
    return call.promise;
  };
  const answer = async (...numbers: readonly number[]) => {
    for (const number of numbers) {
      const block = { block: { number }, receipts: [] } as unknown as RpcBlockWithReceipts;
      calls.get(number)?.resolve(block);
      await setImmediate();
    }
  };
  return {
    source: { block, rate: () => rate.perSecond } as ChainSource,
    rate,
    requested,
    answer,
    answerAll: (end: number) => answer(...numbersBetween(0, end)),
    async miss(number: number) {
      calls.get(number)?.resolve(undefined);
      await setImmediate();
    },
    async fail(number: number, reason: Error) {
      calls.get(number)?.reject(reason);
      await setImmediate();
    },
  };
}

type Source = RpcBlockWithReceipts;
const CHECKS: Checks = { verification: "parent" };
const asItIs = (block: Source) => block;

async function takeNumbers(queue: BlockQueue<Source>, count: number): Promise<unknown[]> {
  const numbers: unknown[] = [];
  while (numbers.length < count) {
    numbers.push((await queue.next())?.block.number);
  }
  return numbers;
}

async function numbersOf(blocks: AsyncIterable<CheckedBlock>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { number } of blocks) {
    numbers.push(number);
  }
  return numbers;
}

test("requests a block as soon as another has arrived, also of the next batch", async () => {
  const { source, requested, answer, answerAll } = manualSource();
  const queue = queueBlocks(source, Number, 100, asItIs);
  expect(requested).toEqual(numbersBetween(0, 8));
  await answer(3);
  expect(requested).toEqual(numbersBetween(0, 9));

  await answerAll(31);
  const batch = takeNumbers(queue, 32);
  await setImmediate();
  // The last block of the batch is still on its way.
  expect(requested).toEqual(numbersBetween(0, 39));
  await answer(31);
  expect(await batch).toEqual(numbersBetween(0, 32));
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
  const { promise: read, resolve: endRead } = Promise.withResolvers<CheckedBlock>();
  const queue = queueBlocks(source as ChainSource, Number, 100, (block) => block, {
    readWith: () => () => read,
  });
  reads.get(0)?.(new Uint8Array());
  expect(requested).toEqual(numbersBetween(0, 9));
  endRead({ number: 0, hash: "0x00" });
  expect(await queue.next()).toEqual({ number: 0, hash: "0x00" });
});

test("is at most a batch ahead of the blocks taken", async () => {
  const { source, requested, answerAll } = manualSource();
  const queue = queueBlocks(source, Number, 100, asItIs);
  await answerAll(100);
  expect(requested).toEqual(numbersBetween(0, 32));
  expect(await takeNumbers(queue, 2)).toEqual([0, 1]);
  expect(requested).toEqual(numbersBetween(0, 34));
});

test("keeps the blocks before one that is missing, and requests none after it", async () => {
  const { source, requested, answer, miss } = manualSource();
  const queue = queueBlocks(source, Number, 100, asItIs);
  await miss(2);
  await answer(0, 1, 4, 5);
  expect(requested).toEqual(numbersBetween(0, 8));
  expect(await takeNumbers(queue, 2)).toEqual([0, 1]);
  await expect(queue.next()).rejects.toThrow(MissingBlockError);
});

test("names the failure of a block only to those who take it", async () => {
  const { source, answer, fail } = manualSource();
  const queue = queueBlocks(source, Number, 100, asItIs);
  const reason = new Error("no response");
  await fail(2, reason);
  await answer(0, 1);
  expect(await takeNumbers(queue, 2)).toEqual([0, 1]);
  await expect(queue.next()).rejects.toBe(reason);
});

test("requests no more blocks once it is closed", async () => {
  const { source, requested, answer } = manualSource();
  const queue = queueBlocks(source, Number, 100, asItIs);
  queue.close();
  await answer(0, 1, 2);
  expect(requested).toEqual(numbersBetween(0, 8));
});

test("fetches the blocks of the next round while those of this one are in use", async () => {
  const { source, requested, answerAll } = manualSource();
  const ahead = blocksAhead(source);
  const round = numbersOf(ahead.read(0, 10, 11, CHECKS));
  await answerAll(12);
  expect(await round).toEqual(numbersBetween(0, 10));
  expect(requested).toEqual(numbersBetween(0, 12));
  // The node has more blocks by now.
  const next = numbersOf(ahead.read(10, 14, 13, CHECKS));
  await answerAll(14);
  expect(await next).toEqual([10, 11, 12, 13]);
  expect(requested).toEqual(numbersBetween(0, 14));
});

test("drops blocks that do not follow the previous ones, and all that were fetched ahead", async () => {
  const { source, requested, answerAll } = manualSource();
  const ahead = blocksAhead(source);
  const round = numbersOf(ahead.read(0, 4, 19, CHECKS));
  await answerAll(8);
  await round;
  requested.length = 0;
  // The chain was rolled back to block 1.
  const again = numbersOf(ahead.read(2, 4, 19, CHECKS));
  expect(requested).toEqual(numbersBetween(2, 12));
  await answerAll(12);
  expect(await again).toEqual([2, 3]);
  ahead.close();
  requested.length = 0;
  const afterwards = numbersOf(ahead.read(4, 5, 19, CHECKS));
  expect(requested).toEqual(numbersBetween(4, 16));
  await answerAll(20);
  await afterwards;
});

test("fetches none after a missing block, although the node has more by now", async () => {
  const { source, requested, answer, miss } = manualSource();
  const queue = queueBlocks(source, Number, 4, asItIs);
  await miss(2);
  await answer(0, 1, 3);
  queue.extend(100);
  expect(requested).toEqual(numbersBetween(0, 4));
});

test("refuses a block other than the one that was requested", async () => {
  const block: ChainSource["block"] = async (number) =>
    ({ block: { number: number + 1 }, receipts: [] }) as unknown as RpcBlockWithReceipts;
  const source = { block, rate: () => Number.POSITIVE_INFINITY } as ChainSource;
  const queue = queueBlocks(source, () => 4, 1, asItIs);
  await expect(queue.next()).rejects.toThrow("the node returned block 5 instead of block 4");
});

/** Takes blocks that arrive one after the other, each when it is waited for. */
async function takeSlowly(
  queue: BlockQueue<Source>,
  { answer }: Pick<ReturnType<typeof manualSource>, "answer">,
  start: number,
  end: number,
) {
  for (const number of numbersBetween(start, end)) {
    const taken = queue.next();
    await answer(number);
    await taken;
  }
}

test("requests more blocks at once while it waits for them, and fewer after a failure", async () => {
  const { source, requested, answer, fail } = manualSource();
  const flight = blocksInFlight(source);
  const queue = queueBlocks(source, Number, 1_000, asItIs, { flight });
  await takeSlowly(queue, { answer }, 0, 4);
  expect([flight.limit(), requested.length]).toEqual([16, 4 + 16]);
  await takeSlowly(queue, { answer }, 4, 60);
  expect([flight.limit(), requested.length]).toEqual([24, 60 + 24]);
  await fail(61, new Error("no response"));
  expect(flight.limit()).toBe(12);
  await fail(62, new Error("no response"));
  expect(flight.limit()).toBe(8);
});

test("requests no more blocks at once than the node allows in a second", async () => {
  const { source, requested, answer, rate } = manualSource();
  const queue = queueBlocks(source, Number, 1_000, asItIs);
  rate.perSecond = 25;
  await takeSlowly(queue, { answer }, 0, 60);
  expect(requested.length).toBe(60 + 12);
  rate.perSecond = 3;
  requested.length = 0;
  await takeSlowly(queue, { answer }, 60, 100);
  // As many as to a node that has not been measured: the limiter spreads them.
  expect(requested.length).toBe(36);
});

test("requests no more blocks at once while those that have arrived wait", async () => {
  const { source, answerAll } = manualSource();
  const flight = blocksInFlight(source);
  const queue = queueBlocks(source, Number, 1_000, asItIs, { flight });
  await answerAll(32);
  await takeNumbers(queue, 32);
  expect(flight.limit()).toBe(8);
});
