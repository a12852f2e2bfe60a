import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { blocksAhead, numbersBetween, queueBlocks } from "../src/ingest/fetch-blocks.ts";
import type { ChainSource } from "../src/source/node.ts";

/** Source whose calls end when the test says so. */
function manualSource() {
  const requested: number[] = [];
  const calls = new Map<number, PromiseWithResolvers<RpcBlockWithReceipts | undefined>>();
  const block: ChainSource["block"] = (number) => {
    requested.push(number);
    const call = Promise.withResolvers<RpcBlockWithReceipts | undefined>();
    calls.set(number, call);
    return call.promise;
  };
  const answer = async (...numbers: readonly number[]) => {
    for (const number of numbers) {
      calls.get(number)?.resolve({ block: { number } } as unknown as RpcBlockWithReceipts);
      await setImmediate();
    }
  };
  return {
    source: { block } as ChainSource,
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

const numbersOf = (blocks: readonly (RpcBlockWithReceipts | undefined)[]) =>
  blocks.map((each) => each?.block.number);

test("requests a block as soon as another has arrived, also of the next batch", async () => {
  const { source, requested, answer, answerAll } = manualSource();
  const queue = queueBlocks(source, Number, 100);
  expect(requested).toEqual(numbersBetween(0, 8));
  await answer(3);
  expect(requested).toEqual(numbersBetween(0, 9));

  const batch = queue.take(32);
  // The last block of the batch is still on its way.
  await answerAll(31);
  expect(requested).toEqual(numbersBetween(0, 39));
  await answer(31);
  expect(numbersOf((await batch).blocks)).toEqual(numbersBetween(0, 32));
});

test("is at most a batch ahead of the blocks taken", async () => {
  const { source, requested, answerAll } = manualSource();
  const queue = queueBlocks(source, Number, 100);
  await answerAll(100);
  expect(requested).toEqual(numbersBetween(0, 32));
  expect(numbersOf((await queue.take(2)).blocks)).toEqual([0, 1]);
  expect(requested).toEqual(numbersBetween(0, 34));
});

test("keeps the blocks before one that is missing, and requests none after it", async () => {
  const { source, requested, answer, miss } = manualSource();
  const queue = queueBlocks(source, Number, 100);
  await miss(2);
  await answer(0, 1, 4, 5);
  expect(requested).toEqual(numbersBetween(0, 8));
  const { blocks, failure } = await queue.take(32);
  expect(numbersOf(blocks)).toEqual([0, 1, undefined]);
  expect(failure).toBeUndefined();
});

test("names the failure of a block only to those who take it", async () => {
  const { source, answer, fail } = manualSource();
  const queue = queueBlocks(source, Number, 100);
  const reason = new Error("no response");
  await fail(2, reason);
  await answer(0, 1);
  expect(await queue.take(2)).toMatchObject({ failure: undefined });
  expect(await queue.take(2)).toEqual({ blocks: [undefined], failure: { reason } });
});

test("requests no more blocks once it is closed", async () => {
  const { source, requested, answer } = manualSource();
  const queue = queueBlocks(source, Number, 100);
  queue.close();
  await answer(0, 1, 2);
  expect(requested).toEqual(numbersBetween(0, 8));
});

test("fetches the blocks of the next round while those of this one are in use", async () => {
  const { source, requested, answerAll } = manualSource();
  const ahead = blocksAhead(source);
  const round = ahead.take(0, 10, 12);
  await answerAll(12);
  expect(numbersOf((await round).blocks)).toEqual(numbersBetween(0, 10));
  expect(requested).toEqual(numbersBetween(0, 12));
  // The node has more blocks by now.
  const next = ahead.take(10, 4, 14);
  await answerAll(14);
  expect(numbersOf((await next).blocks)).toEqual([10, 11, 12, 13]);
  expect(requested).toEqual(numbersBetween(0, 14));
});

test("drops blocks that do not follow the previous ones, and all that were fetched ahead", async () => {
  const { source, requested, answerAll } = manualSource();
  const ahead = blocksAhead(source);
  const round = ahead.take(0, 4, 20);
  await answerAll(8);
  await round;
  requested.length = 0;
  // The chain was rolled back to block 1.
  const again = ahead.take(2, 2, 20);
  expect(requested).toEqual(numbersBetween(2, 10));
  await answerAll(10);
  expect(numbersOf((await again).blocks)).toEqual([2, 3]);
  ahead.close();
  requested.length = 0;
  const afterwards = ahead.take(4, 1, 20);
  expect(requested).toEqual(numbersBetween(4, 12));
  await answerAll(20);
  await afterwards;
});

test("fetches none after a missing block, although the node has more by now", async () => {
  const { source, requested, answer, miss } = manualSource();
  const queue = queueBlocks(source, Number, 4);
  await miss(2);
  await answer(0, 1, 3);
  queue.extend(100);
  expect(requested).toEqual(numbersBetween(0, 4));
});
