import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openHandle } from "../src/store/handle.ts";
import { besideWriter } from "../src/store/open.ts";
import { createComplete } from "../src/store/sqlite/create.ts";
import { inTransaction, openForReading, openMigrated } from "../src/store/sqlite/database.ts";
import { tells } from "../src/store/sqlite/errors.ts";
import { address, blockOf, name } from "./support/blocks.ts";
import { emptyStore } from "./support/engines.ts";
import { mountSmallDisk } from "./support/small-disk.ts";
import { temporaryFolder } from "./support/support.ts";

test("reports a full disk, writes nothing, and can continue afterwards", async () => {
  const file = join(temporaryFolder(), "full.sqlite");
  const db = openMigrated(file, ["CREATE TABLE thing (body BLOB NOT NULL)"]);
  onTestFinished(() => db.close());
  db.exec("PRAGMA max_page_count = 50");
  const add = (bytes: number) =>
    inTransaction(db, () => {
      const insert = db.prepare("INSERT INTO thing VALUES (zeroblob(?))");
      for (let part = 0; part < 10; part += 1) {
        insert.run(bytes / 10);
      }
    });
  await add(10_000);
  await expect(add(1_000_000)).rejects.toThrow("database or disk is full");
  expect(db.prepare("SELECT count(*) AS count FROM thing").get()).toEqual({ count: 10 });
  db.exec("PRAGMA max_page_count = 5000");
  await add(1_000_000);
  expect(db.prepare("SELECT count(*) AS count FROM thing").get()).toEqual({ count: 20 });
});

test("reads a file on a full disk, and what others write once there is space", async (context) => {
  const folder = temporaryFolder();
  const disk = mountSmallDisk(folder);
  if (!disk) {
    return context.skip("mounting a disk is not permitted");
  }
  const file = join(folder, "full.sqlite");
  const steps = ["CREATE TABLE thing (number INTEGER NOT NULL)"];
  const add = (number: number) => {
    const db = openMigrated(file, steps);
    db.prepare("INSERT INTO thing VALUES (?)").run(number);
    return db;
  };
  add(1).close();
  disk.fill();
  const handle = await openHandle(() => {
    const { db, ...opened } = openForReading(file, steps);
    return { db, ...opened, close: () => db.close() };
  });
  onTestFinished(() => handle.close());
  const numbers = () =>
    handle.use((db) =>
      db
        .prepare("SELECT number FROM thing")
        .all()
        .map(({ number }) => number),
    );
  expect(await numbers()).toEqual([1]);
  disk.release();
  // First in the log, then in the file.
  const writer = add(2);
  expect(await numbers()).toEqual([1, 2]);
  writer.close();
  add(3).close();
  expect(await numbers()).toEqual([1, 2, 3]);
});

test("a file has its name only when it is complete", () => {
  const folder = temporaryFolder();
  const file = join(folder, "new.sqlite");
  const steps = ["CREATE TABLE thing (number INTEGER NOT NULL)"];
  expect(() => openMigrated(file, [...steps, "CREATE TABLE thing"])).toThrow(/new\.sqlite: /);
  expect(readdirSync(folder)).toEqual([]);
  createComplete(file, (draft) => {
    const db = new DatabaseSync(draft);
    db.exec(steps.join());
    db.close();
    expect(readdirSync(folder)).not.toContain("new.sqlite");
  });
  expect(readdirSync(folder)).toEqual(["new.sqlite"]);
});

test("a new file gets its name on a file system without hard links, too", () => {
  const folder = temporaryFolder();
  const file = join(folder, "new.sqlite");
  const ends = ["", "-wal", "-shm", "-journal"];
  const fill = (draft: string) => ends.map((end) => writeFileSync(draft + end, "ours"));
  createComplete(file, fill, () => {
    throw Object.assign(new Error("link"), { code: "EPERM" });
  });
  expect(readFileSync(file, "utf8")).toBe("ours");
  expect(readdirSync(folder)).toEqual(["new.sqlite"]);
});

test("a file that another process creates meanwhile is kept", () => {
  const folder = temporaryFolder();
  const file = join(folder, "new.sqlite");
  createComplete(file, (draft) => {
    writeFileSync(draft, "ours");
    writeFileSync(file, "theirs");
  });
  createComplete(file, (draft) => writeFileSync(draft, "ours"));
  expect(readFileSync(file, "utf8")).toBe("theirs");
  expect(readdirSync(folder)).toEqual(["new.sqlite"]);
});

test("what is added beside the writer of a chain waits for its lock, and the thread does not", async () => {
  const file = join(temporaryFolder(), "chain.sqlite");
  const store = await emptyStore(file);
  await store.addBlocks([blockOf(name(1))], undefined);
  const writer = new DatabaseSync(file);
  onTestFinished(() => writer.close());
  writer.exec("BEGIN IMMEDIATE");
  const pair = { owner: address(77), token: address(78) };
  const added = besideWriter({ kind: "sqlite", file }, (chain) => chain.addPairs([pair]));
  await wait(100);
  // Only this thread can release it.
  writer.exec("ROLLBACK");
  expect(await added).toBe(1);
});

test("errors of SQLite are told apart by their codes, however these are extended", () => {
  const codes = Array.from({ length: 30 }, (_, code) => code);
  const told = (["busy", "unwritable", "damaged", "values"] as const).map((what) =>
    codes.filter((code) => tells({ errcode: 256 + code }, what)),
  );
  expect(told).toEqual([[5], [8, 10, 13, 14], [11, 26], [18, 19, 20]]);
});
