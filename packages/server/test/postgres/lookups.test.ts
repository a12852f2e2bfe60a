import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Hex } from "../../src/chain/records.ts";
import { StoreUnavailableError } from "../../src/store/engine.ts";
import { openReader, openWriter } from "../../src/store/open.ts";
import type { Queryable } from "../../src/store/postgres/connection.ts";
import { openPool } from "../../src/store/postgres/pool.ts";
import { statementsOf } from "../../src/store/postgres/statements.ts";
import {
  combineLookups,
  type Sharing,
  transactionReader,
} from "../../src/store/postgres/transactions.ts";
import { ANY_SIZE, address, blockOf, name, participants, word } from "../support/blocks.ts";
import { emptyStore, untilEnd } from "../support/engines.ts";
import { createDatabase } from "../support/postgres/database.ts";

/** Finds keys below 100 after a statement that takes some time, and records the keys of each. */
function reading(
  work: (keys: readonly number[]) => Promise<unknown> | undefined = () => wait(1),
  sharing?: Sharing,
) {
  const statements: (readonly number[])[] = [];
  const find = combineLookups<number, string>(async (keys) => {
    statements.push(keys);
    await work(keys);
    return new Map(keys.filter((key) => key < 100).map((key) => [key, `${key}`]));
  }, sharing);
  return { find, statements };
}

test("lookups gather while a statement is in flight, and one alone does not wait", async () => {
  const { find, statements } = reading();
  const first = find(1);
  await Promise.resolve();
  expect(statements).toEqual([]);
  await new Promise(process.nextTick);
  expect(statements).toEqual([[1]]);
  // One of a key that was sent is read again: it may have changed.
  const others = [find(1), find(2)];
  await new Promise(process.nextTick);
  others.push(find(2), find(100));
  expect(await Promise.all([first, ...others])).toEqual(["1", "1", "2", "2", undefined]);
  expect(statements).toEqual([[1], [1, 2, 100]]);
  await Promise.all(Array.from({ length: 100 }, (_, at) => find(at)));
  expect(statements.slice(2).map((keys) => keys.length)).toEqual([50, 50]);
  await Promise.all(Array.from({ length: 200 }, (_, at) => find(at)));
  expect(Math.max(...statements.map((keys) => keys.length))).toBe(64);
});

test("keys are divided among the statements in flight that are permitted, as many as are worth one", async () => {
  const slow = Promise.withResolvers<void>();
  const { find, statements } = reading(() => slow.promise, { statements: 2, keys: 3, worth: 2 });
  const sent = async (keys: readonly number[]) => {
    const found = Promise.all(keys.map(find));
    await new Promise(setImmediate);
    return { found, counts: statements.map(({ length }) => length) };
  };
  const first = await sent([1, 2, 3]);
  // Fewer than are worth two statements.
  expect(first.counts).toEqual([3]);
  // Fewer than are worth one beside that in flight.
  const second = await sent([4]);
  expect(second.counts).toEqual([3]);
  const third = await sent([5]);
  expect(third.counts).toEqual([3, 2]);
  // No further one is permitted.
  const last = await sent([6, 7, 8, 9]);
  expect(last.counts).toEqual([3, 2]);
  slow.resolve();
  const found = await Promise.all([first, second, third, last].map((each) => each.found));
  expect(found.flat()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(statements).toEqual([
    [1, 2, 3],
    [4, 5],
    [6, 7],
    [8, 9],
  ]);
});

test("a slow statement does not hold up the others", async () => {
  const slow = Promise.withResolvers<void>();
  const { find } = reading((keys) => (keys.includes(1) ? slow.promise : undefined));
  const first = find(1);
  await new Promise(process.nextTick);
  expect(await Promise.all([find(2), find(3)])).toEqual(["2", "3"]);
  slow.resolve();
  expect(await first).toBe("1");
});

test("a lookup fails alone, unless the database cannot be reached", async () => {
  const { find, statements } = reading(async (keys) => {
    if (keys.includes(7)) {
      throw new Error("seven");
    }
    if (keys.includes(50)) {
      throw new StoreUnavailableError(undefined);
    }
  });
  const results = await Promise.allSettled([find(6), find(7), find(8)]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(statements).toEqual([[6, 7, 8], [6], [7], [8]]);
  const both = await Promise.allSettled([find(50), find(51)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  // It is not asked again by each.
  expect(statements).toHaveLength(5);
});

/** A chain of twelve blocks with so many transactions each, and a reader that counts its statements. */
async function countedReader(transactions: number) {
  const { url } = await createDatabase();
  const place = { kind: "postgres", url, schema: "chain_ethereum", blocksPerRange: 4 } as const;
  const writer = untilEnd(await openWriter(place, { undoBlocks: 100 }));
  const changes = Array.from({ length: 12 }, (_, at) => blockOf(name(at), transactions));
  await writer.addBlocks(changes, undefined);
  const pool = openPool({ url });
  onTestFinished(() => pool.close());
  const sql = statementsOf(place.schema);
  const counts = { statements: 0 };
  const db: Queryable = {
    run(statement, ...values) {
      counts.statements += 1;
      return pool.run(statement, ...values);
    },
  };
  return { place, changes, pool, sql, counts, counted: transactionReader(db, sql) };
}

test("concurrent lookups share a statement, and a record that cannot be read fails no other", async () => {
  const { place, changes, pool, sql, counts, counted } = await countedReader(2);
  const reader = untilEnd(await openReader(place));
  const hashes = changes.flatMap(({ transactions }) => transactions.map(({ hash }) => hash));
  const read = (hash: Hex) => reader.getTransaction(hash);
  const found = await Promise.all([...hashes, word(9_999)].map(read));
  expect(found.map((record) => record?.hash)).toEqual([...hashes, undefined]);
  const numbers = [11, 0, 12, 5, 5];
  const blocks = await Promise.all(numbers.map((number) => reader.getBlock(number)));
  expect(blocks.map((block) => block?.number)).toEqual([11, 0, undefined, 5, 5]);

  await pool.run(sql`UPDATE :tx SET numbers = 'x' WHERE id = 3 << 20`);
  const results = await Promise.allSettled(hashes.map((hash) => counted.getTransaction(hash)));
  const failed = results.flatMap(({ status }, at) => (status === "rejected" ? [at] : []));
  expect(failed).toEqual([3 * 2]);
  expect(counts.statements).toBe(2);
});

test("pages of addresses share a statement, and each is that of its address, bound and size", async () => {
  const { changes, counts, counted } = await countedReader(3);
  const sqlite = await emptyStore();
  await sqlite.addBlocks(changes, undefined);
  const senders = changes.flatMap(({ transactions }) => transactions.flatMap(participants));
  const pages = [...new Set(senders), address(0xdead)].flatMap((owner, at) => [
    [owner, undefined, 3 + at] as const,
    [owner, { blockNumber: 6, index: 1 }, 5] as const,
  ]);
  const both = [counted, sqlite].map((store) =>
    Promise.all(
      pages.map(([owner, after, limit]) =>
        store.listAddressTransactions(owner, after, limit, ANY_SIZE),
      ),
    ),
  );
  const [found, expected] = await Promise.all(both);
  expect(found).toEqual(expected);
  expect(found?.flat().length).toBeGreaterThan(9);
  expect(counts.statements).toBe(Math.ceil(pages.length / 8));
});
