import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createCursors } from "../../src/http/cursor.ts";
import { openStorage, type Storage } from "../../src/service/storage.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import {
  openManagement,
  openSubgraphs,
  openWriter,
  type StoreLocation,
} from "../../src/store/open.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { dump, nameOf } from "../support/dump.ts";
import { call } from "../support/in-process.ts";
import { createDatabase, query } from "../support/postgres/database.ts";
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

async function backUp(file: string, to: string): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true });
  await backup(db, to);
  db.close();
}

async function dumpOf(location: StoreLocation, changes: readonly BlockChange[]) {
  const store = await openWriter(location, OPTIONS);
  const found = await dump(store, changes);
  await store.close();
  return found;
}

test("a chain is copied from a backup, as a whole or not at all, and followed from there", async () => {
  const [data, copied, { url: database }] = [
    temporaryFolder(),
    temporaryFolder(),
    await createDatabase(),
  ];
  const chain = "ethereum.chain.sqlite";
  const file: StoreLocation = { kind: "sqlite", file: join(data, chain) };
  const backupFile = join(copied, chain);
  const inDatabase = { kind: "postgres", url: database, schema: "chain_ethereum" } as const;
  const copy = (folder: string) =>
    call(["copy", "--chain", "ethereum", "--database", database, "--data", folder]);

  const writer = await fill(file);
  await writer.setChainId(1);
  await writer.setOrphaned(name(1_100).hash);
  await writer.pruneBelow(3, 10);
  const busy = await copy(data);
  expect(busy.output).toMatch(/locked by another process: stop the service, or .* backup/);
  expect(busy.code).toBe(1);
  await backUp(file.file, backupFile);
  await writer.close();

  // A value that fails after most tables have been written.
  const db = new DatabaseSync(backupFile);
  db.exec("UPDATE nft_transfer SET log_index = 1 << 40 WHERE block = 71");
  expect(await copy(copied)).toMatchObject({ code: 1, output: expect.stringMatching(/range/) });
  for (const table of ["balance", "block", "nft", "tx"]) {
    expect(await query(database, `SELECT FROM chain_ethereum.${table}`)).toHaveLength(0);
  }
  // As blocks that were rolled back may have left it.
  await query(database, "INSERT INTO chain_ethereum.discovered VALUES (decode('01', 'hex'), 1)");
  db.exec("UPDATE nft_transfer SET log_index = 0 WHERE block = 71");
  db.close();
  expect((await copy(copied)).output).toMatch(/^blocks 3 to 1100 with \d+ rows copied in /);

  const changes = changesOf(1, 1_100);
  const expected = await dumpOf(file, changes);
  expect(expected.due).toContain("data:");
  expect(await dumpOf(inDatabase, changes)).toEqual(expected);
  const head = await query(database, "SELECT chain_id, orphaned FROM chain_ethereum.head");
  const orphaned = Buffer.from(name(1_100).hash.slice(2), "hex");
  expect(head).toEqual([{ chain_id: "1", orphaned }]);
  expect(await query(database, "SELECT FROM chain_ethereum.discovered")).toHaveLength(0);
  expect((await copy(data)).output).toMatch(/chain_ethereum has blocks already.*: drop the schema/);

  const next = await openWriter(inDatabase, OPTIONS);
  expect(await next.addBlocks(changesOf(1_101, 1_101), name(1_100))).toBe(true);
  await next.close();
});

test("tokens, tags, versions and the key of cursors are copied to a place without any", async () => {
  const [data, { url }] = [temporaryFolder(), await createDatabase()];
  const [folder, database] = [
    openStorage({ kind: "folder", path: data }),
    openStorage({ kind: "database", url, chainUrls: new Map(), pool: 2 }),
  ];
  const copy = (...args: string[]) => call(["copy", "--database", url, "--data", data, ...args]);
  const signing = async (storage: Storage) => createCursors((await storage.cursorKey()).key);
  const cursor = (await signing(folder)).encode(["a"], [1]);
  const store = await openManagement(folder.management, () => 7);
  for (const version of ["1", "2"]) {
    await store.addDeployment("a\0b", version);
  }
  await store.setTag("a\0b", "2", "l\u{1f600}ve");
  const token = {
    id: "t",
    name: "ci",
    scope: "management",
    hash: `0x${"09".repeat(32)}`,
    expiresAt: 2_000_000_000,
  } as const;
  await store.addToken(token);
  const subgraphs = await openSubgraphs(folder.management, () => 7_000);
  const deployment = { name: "c", version: "3", deploymentId: "Qm", remoteName: "c/3", node: null };
  await subgraphs.attach(deployment);
  const claim = { holder: "h", until: 9_000 };
  await subgraphs.beginDeploy({ ...deployment, version: "4", remoteName: "c/4" }, claim);

  const copied = await copy("--management");
  expect(copied.output).toBe("3 versions, 1 tags and 1 tokens copied\n");
  const there = await openManagement(database.management);
  expect(await there.findToken("t")).toEqual({ ...token, createdAt: 7 });
  expect(await there.listDeployments()).toEqual(await store.listDeployments());
  expect(await there.listTags("a\0b", "2")).toEqual([{ tag: "l\u{1f600}ve", createdAt: 7 }]);
  const known = await openSubgraphs(database.management);
  expect(await known.listDeployments()).toEqual(await subgraphs.listDeployments());
  expect((await known.listUnfinished()).map(({ version }) => version)).toEqual(["4"]);
  for (const each of [store, subgraphs, there, known]) {
    await each.close();
  }
  expect((await signing(database)).encode(["a"], [1])).toBe(cursor);

  const again = await copy("--management");
  expect(again.output).toMatch(/has rows in chainkit\.deployment already/);
  expect(again.code).toBe(1);
});
