import { expect, test } from "vitest";
import type { ChainReader } from "../../src/store/chain-reader.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import { openReader, openWriter } from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { dropRanges, mergeRanges, rangeSizes } from "../../src/store/postgres/range-admin.ts";
import { rangeMaker } from "../../src/store/postgres/ranges.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { finished } from "../support/command.ts";
import { dump, nameOf } from "../support/dump.ts";
import { emptyStore, untilEnd } from "../support/engines.ts";
import { createDatabase } from "../support/postgres/database.ts";

const SCHEMA = "chain_ethereum";
const RANGE = 50_000;
const OPTIONS = { undoBlocks: 10 };
/** One block per range, so that few blocks fill many. */
const changes = Array.from({ length: 12 }, (_, at) => blockOf(name(at * RANGE + 10), 3));

async function add(store: ChainWriter, from: number, to: number) {
  for (const [at, change] of [...changes.entries()].slice(from, to)) {
    const before = changes[at - 1];
    expect(await store.addBlocks([change], before && nameOf(before))).toBe(true);
  }
}

/** Reads until told to stop. @returns Function that stops, and returns the number of rounds. */
function readAll(reader: ChainReader, blocks: readonly BlockChange[]) {
  let isStopped = false;
  const rounds = (async () => {
    let done = 0;
    for (; !isStopped; done += 1) {
      const page = await reader.listAddressTransactions(address(1), undefined, 1_000);
      expect(page.filter(({ blockNumber }) => blockNumber <= 5 * RANGE + 10)).toHaveLength(18);
      const { transactions, block } = blocks[done % 6] as BlockChange;
      const hash = transactions[0]?.record.hash ?? "0x";
      expect((await reader.getTransaction(hash))?.blockNumber).toBe(block.number);
      expect(await reader.listBlockTransactions(block.number, undefined, 9)).toHaveLength(3);
    }
    return done;
  })();
  // Reported by whoever stops it.
  rounds.catch(() => {});
  return () => {
    isStopped = true;
    return rounds;
  };
}

test("ranges are merged and dropped beside a reader and a writer", async () => {
  const { url } = await createDatabase();
  const place = { kind: "postgres", url, schema: SCHEMA } as const;
  const writer = untilEnd(await openWriter(place, OPTIONS));
  const sqlite = await emptyStore();
  await add(writer, 0, 7);
  await add(sqlite, 0, 12);
  const firsts = async () => (await rangeSizes(place)).map(({ first }) => first / RANGE);
  expect(await firsts()).toEqual([0, 1, 2, 3, 4, 5, 6]);

  const reader = untilEnd(await openReader(place));
  const stop = readAll(reader, changes);
  // Not so many that another three could be final when they are listed.
  const writing = add(writer, 7, 9);
  expect(await mergeRanges(place, { count: 3, undoBlocks: 10 })).toEqual([
    { first: 0, end: 3 * RANGE },
    { first: 3 * RANGE, end: 6 * RANGE },
  ]);
  await writing;
  await add(writer, 9, 12);
  expect(await stop()).toBeGreaterThan(0);
  expect(await firsts()).toEqual([0, 3, 6, 7, 8, 9, 10, 11]);
  expect(await dump(writer, changes)).toEqual(await dump(sqlite, changes));

  // Blocks that may still be removed are not merged.
  expect(await mergeRanges(place, { count: 3, undoBlocks: 3 * RANGE })).toEqual([]);

  // What was merged is covered: nothing is created for blocks in it.
  const session = await openSession(place);
  await rangeMaker(session, { schema: SCHEMA })(RANGE, RANGE);
  await session.close();
  expect(await firsts()).toHaveLength(8);

  const hash = changes[4]?.transactions[0]?.record.hash ?? "0x";
  const reads = Array.from({ length: 40 }, () => reader.getTransaction(hash));
  expect(await dropRanges(place, 4 * RANGE)).toEqual([{ first: 0, end: 3 * RANGE }]);
  expect((await Promise.all(reads)).every((found) => found?.hash === hash)).toBe(true);
  await sqlite.pruneBelow(3 * RANGE, 100);
  expect(await dump(writer, changes)).toEqual(await dump(sqlite, changes));
  // Blocks that were dropped can come again.
  expect(await writer.prependBlocks(changes.slice(2, 3), name(3 * RANGE + 10))).toBe(true);
  expect(await firsts()).toEqual([2, 3, 6, 7, 8, 9, 10, 11]);

  const listed = await finished(["ranges", "list", "--chain", "ethereum", "--database", url]);
  expect(listed.output).toMatch(/FIRST +LAST +TRANSACTIONS +MIB\n100000 +149999 +\d+ +0\.\d/);
  const none = ["ranges", "drop", "--chain", "ethereum", "--below", "1", "--database", url];
  expect((await finished(none)).output).toBe("0 ranges dropped\n");
});
