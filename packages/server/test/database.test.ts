import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inTransaction, openDatabase } from "../src/store/sqlite/database.ts";
import { temporaryFolder } from "./support/support.ts";

test("reports a full disk, writes nothing, and can continue afterwards", () => {
  const file = join(temporaryFolder(), "full.sqlite");
  const db = openDatabase(file, ["CREATE TABLE thing (body BLOB NOT NULL)"]);
  onTestFinished(() => db.close());
  db.exec("PRAGMA max_page_count = 50");
  const add = (bytes: number) =>
    inTransaction(db, () => {
      const insert = db.prepare("INSERT INTO thing VALUES (zeroblob(?))");
      for (let part = 0; part < 10; part += 1) {
        insert.run(bytes / 10);
      }
    });
  add(10_000);
  expect(() => add(1_000_000)).toThrow("database or disk is full");
  expect(db.prepare("SELECT count(*) AS count FROM thing").get()).toEqual({ count: 10 });
  db.exec("PRAGMA max_page_count = 5000");
  add(1_000_000);
  expect(db.prepare("SELECT count(*) AS count FROM thing").get()).toEqual({ count: 20 });
});
