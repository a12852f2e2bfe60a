import { statSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createCursors } from "../../src/http/cursor.ts";
import type { Deployment } from "../../src/service/deployment.ts";
import { exportManagement, importManagement } from "../../src/service/management-document.ts";
import { openDeployment } from "../../src/service/open-deployment.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import {
  openManagement,
  openSubgraphs,
  openWriter,
  type StoreLocation,
} from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { dump, nameOf } from "../support/dump.ts";
import { call } from "../support/in-process.ts";
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

/** Backs up a database that is in use, as the guide says. */
async function backUp(file: string, to: string): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true });
  await backup(db, to);
  db.close();
}

async function query(url: string, text: string) {
  const session = await openSession({ url });
  const { rows } = await session.run({ text });
  await session.close();
  return rows;
}

async function dumpOf(location: StoreLocation, changes: readonly BlockChange[]) {
  const store = await openWriter(location, OPTIONS);
  const found = await dump(store, changes);
  await store.close();
  return found;
}

test("a chain is copied from a backup, resumed and counted, and followed from there", async () => {
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
  await writer.pruneBelow(3, 10);
  const busy = await copy(data);
  expect(busy.output).toMatch(/locked by another process: stop the service, or .* backup/);
  expect(busy.code).toBe(1);
  await backUp(file.file, backupFile);

  expect((await copy(copied)).output).toMatch(/blocks 3 to 1100: 1098 copied in .* as in the/);
  // As if it had been interrupted, with a fault in what was copied.
  const part = "copy_chain_ethereum.tx";
  await query(database, "ALTER SCHEMA chain_ethereum RENAME TO copy_chain_ethereum");
  await query(database, "DELETE FROM copy_chain_ethereum.block WHERE number > 1_090");
  await query(database, `DELETE FROM ${part} WHERE id >> 20 > 1_090`);
  await query(database, "DELETE FROM copy_chain_ethereum.nft_transfer WHERE block > 1_090");
  await query(database, `CREATE TABLE kept AS SELECT * FROM ${part} WHERE id >> 20 = 40`);
  await query(database, `UPDATE ${part} SET recipient = NULL WHERE id >> 20 = 40`);
  expect((await copy(copied)).output).toMatch(
    /has \d+ rows in address_tx, the original has \d+: drop the schema copy_chain_ethereum/,
  );
  await query(
    database,
    `UPDATE ${part} AS t SET recipient = k.recipient FROM kept AS k WHERE t.id = k.id`,
  );
  expect((await copy(copied)).output).toMatch(/blocks 3 to 1100: 0 copied in/);
  await query(database, "ALTER SCHEMA chain_ethereum RENAME TO copy_chain_ethereum");

  // A later backup has other blocks in place of the newest: it is copied from the beginning.
  await writer.rollbackTo(1_095, name(1_100));
  await writer.addBlocks(changesOf(1_096, 1_101, 1), name(1_095));
  await writer.close();
  await backUp(file.file, backupFile);
  expect((await copy(copied)).output).toMatch(/blocks 3 to 1101: 1099 copied in/);
  const changes = changesOf(1, 1_101, 1);
  const expected = await dumpOf(file, changes);
  expect(expected.due).toContain("data:");
  expect(await dumpOf(inDatabase, changes)).toEqual(expected);
  expect((await copy(data)).output).toMatch(/chain_ethereum has blocks already.*: drop the schema/);

  const next = await openWriter(inDatabase, OPTIONS);
  expect(await next.addBlocks(changesOf(1_102, 1_102), name(1_101, 1))).toBe(true);
  await next.close();
});

test("tokens, tags, versions and cursors are copied to an empty place, exported and imported", async () => {
  const [data, back, { url }] = [temporaryFolder(), temporaryFolder(), await createDatabase()];
  const [folder, database] = [
    openDeployment({ kind: "folder", path: data }),
    openDeployment({ kind: "database", url, chainUrls: new Map(), pool: 2 }),
  ];
  const copy = (...args: string[]) => call(["copy", "--database", url, ...args]);
  const signing = async (deployment: Deployment) => {
    const { keys, close } = await deployment.openCursorKeys();
    close();
    return createCursors(keys);
  };
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
    hash: Buffer.alloc(32, 9),
    expiresAt: 2_000_000_000,
  } as const;
  await store.addToken(token);
  await store.close();
  const subgraphs = await openSubgraphs(folder.management);
  const deployment = { name: "c", version: "3", deploymentId: "Qm", remoteName: "c/3", node: null };
  const claim = { holder: "h", until: Date.now() + 1e6 };
  await subgraphs.beginDeploy(deployment, claim);
  const busy = await copy("--management", "--data", data);
  expect([busy.code, busy.output]).toEqual([1, expect.stringMatching(/c 3 is being deployed/)]);
  await subgraphs.finish("c", "3", "h");
  await subgraphs.close();

  const expected = await exportManagement(folder);
  // A text that no storage keeps as it is.
  const token1 = { ...expected.tokens[0], name: "\ud800" };
  const altered = { ...expected, tokens: [token1] };
  for (const deployment of [database, openDeployment({ kind: "folder", path: back })]) {
    await expect(importManagement(deployment, altered)).rejects.toThrow(/differs .* in tokens/);
    expect((await exportManagement(deployment)).versions).toEqual([]);
  }
  const copied = await copy("--management", "--data", data);
  expect(copied.output).toBe(
    "3 versions, 1 tags and 1 tokens written and equal; cursors in use stay valid\n",
  );
  expect(copied.output).not.toContain("0909");
  const there = await openManagement(database.management);
  expect(await there.findToken("t")).toEqual({ ...token, createdAt: 7 });
  expect(await there.listTags("a\0b", "2")).toEqual([{ tag: "l\u{1f600}ve", createdAt: 7 }]);
  await there.close();
  const [copiedKey] = await folder.storedCursorKeys();
  const isOwn = `value <> '\\x${copiedKey?.export().toString("hex")}'`;
  // The order of rows is not that of keys.
  await query(url, `UPDATE chainkit.cursor_key SET value = value WHERE ${isOwn}`);
  const cursors = await signing(database);
  expect(cursors.decode(["a"], cursor)).toEqual([1]);
  // The one of the folder does not sign: a process that has not read it would refuse its cursors.
  expect(cursors.encode(["a"], [1])).not.toBe(cursor);
  const again = await copy("--management", "--data", data);
  expect([again.code, again.output]).toEqual([1, expect.stringMatching(/has versions already/)]);

  const file = join(temporaryFolder(), "management.json");
  expect(await call(["management", "export", "--database", url, file])).toMatchObject({
    code: 0,
    output: "",
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const read = () => call(["management", "import", "--data", back, file]);
  expect((await read()).output).toMatch(/1 tokens written and equal; cursors in use stay valid/);
  const second = openDeployment({ kind: "folder", path: back });
  const { cursorKeys, ...rows } = await exportManagement(second);
  expect({ ...rows, cursorKeys: expected.cursorKeys }).toEqual(expected);
  expect(cursorKeys).toHaveLength(1);
  expect((await signing(second)).decode(["a"], cursors.encode(["a"], [2]))).toEqual([2]);
  const twice = await read();
  expect([twice.code, twice.output]).toEqual([1, expect.stringMatching(/has versions already/)]);
  const neither = await copy("--data", data);
  expect([neither.code, neither.output]).toEqual([1, expect.stringMatching(/or --management/)]);
});
