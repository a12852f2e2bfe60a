import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BlockChange, ChainWriter } from "../../src/store/chain-store.ts";
import { openWriter, type StoreLocation } from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { finished } from "../support/command.ts";
import { dump, nameOf } from "../support/dump.ts";
import { createDatabase } from "../support/postgres/database.ts";
import { temporaryFolder } from "../support/support.ts";

const OPTIONS = { undoBlocks: 1_024 };
const [OWNER, TOKEN, COLLECTION] = [address(1), address(9), address(20)];

/** Blocks with transactions of some addresses, NFTs that move and are burnt, and touched pairs. */
function changesOf(from: number, to: number, fork = 0): BlockChange[] {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const number = from + at;
    const change = blockOf(name(number, fork), number % 3);
    const transfer = { collection: COLLECTION, tokenId: BigInt(number % 50), logIndex: 0 };
    const owners = { from: address(number < 60 ? 0 : 3), to: address(number % 4) };
    return { ...change, nftTransfers: number % 2 ? [{ ...transfer, ...owners }] : [] };
  });
}

async function fill(location: StoreLocation): Promise<ChainWriter> {
  const writer = await openWriter(location, OPTIONS);
  const changes = changesOf(1, 1_100);
  const tip = nameOf(changes.at(-1) as BlockChange);
  await writer.addBlocks(changes, undefined);
  const named = { name: "a\0b", symbol: "\u{1f600}", decimals: 18, standard: null };
  await writer.settle(tip, {
    tokens: [
      { address: TOKEN, ...named, isErc20: true, isErc721: false },
      { address: COLLECTION, ...named, decimals: null, isErc20: false, isErc721: true },
    ],
    balances: [{ owner: OWNER, token: TOKEN, raw: 2n ** 255n }],
    nfts: [
      { collection: COLLECTION, tokenId: 3n, uri: "data:\0", metadata: null, isDue: true },
      { collection: COLLECTION, tokenId: 5n, uri: null, metadata: '{"a":1}', isDue: false },
    ],
  });
  return writer;
}

async function query(url: string, text: string) {
  const session = await openSession({ url });
  const { rows } = await session.alone((client) => client.query(text));
  await session.close();
  return rows;
}

async function dumpOf(location: StoreLocation, changes: readonly BlockChange[]) {
  const store = await openWriter(location, OPTIONS);
  const found = await dump(store, changes);
  await store.close();
  return found;
}

test("a chain is copied to a database beside its service, resumed, verified, and copied back", async () => {
  const [data, { url: database }] = [temporaryFolder(), await createDatabase()];
  const file: StoreLocation = { kind: "sqlite", file: join(data, "ethereum.chain.sqlite") };
  const inDatabase = { kind: "postgres", url: database, schema: "chain_ethereum" } as const;
  const copy = (...args: string[]) =>
    finished(["copy", "--chain", "ethereum", "--database", database, "--data", data, ...args]);

  const writer = await fill(file);
  await writer.pruneBelow(3, 10);
  const early = await copy();
  expect(early.output).toMatch(/locked by another process; blocks to 76 are copied: stop/);
  expect(early.code).toBe(1);
  expect(await query(database, "SELECT to_regclass('chain_ethereum.head') AS made")).toEqual([
    { made: null },
  ]);

  await writer.close();
  const part = "copy_chain_ethereum.tx";
  await query(database, `CREATE TABLE kept AS SELECT * FROM ${part} WHERE id >> 20 = 40`);
  await query(database, `UPDATE ${part} SET recipient = NULL WHERE id >> 20 = 40`);
  expect((await copy()).output).toMatch(/the copy has \d+ rows in address_tx, the chain has \d+/);
  await query(
    database,
    `UPDATE ${part} AS t SET recipient = k.recipient FROM kept AS k WHERE t.id = k.id`,
  );

  // The service goes on meanwhile: the newest blocks are replaced.
  const again = await openWriter(file, OPTIONS);
  await again.rollbackTo(1_095, name(1_100));
  await again.addBlocks(changesOf(1_096, 1_101, 1), name(1_095));
  await again.close();
  // Those that can be replaced are copied again, the others are not.
  expect((await copy()).output).toMatch(/blocks 3 to 1101: 1025 copied in .* reads are equal/);
  const changes = changesOf(1, 1_101, 1);
  const expected = await dumpOf(file, changes);
  expect(expected.due).toContain("data:");
  expect(await dumpOf(inDatabase, changes)).toEqual(expected);
  expect((await copy()).output).toMatch(/chain_ethereum has blocks already/);

  const back = temporaryFolder();
  expect((await copy("--back", "--data", back)).output).toMatch(/1099 copied/);
  const returned = join(back, "ethereum.chain.sqlite");
  expect(existsSync(`${returned}.copy`)).toBe(false);
  expect(await dumpOf({ kind: "sqlite", file: returned }, changes)).toEqual(expected);

  const next = await openWriter(inDatabase, OPTIONS);
  expect(await next.addBlocks(changesOf(1_102, 1_102), name(1_101, 1))).toBe(true);
  await next.close();
}, 60_000);
