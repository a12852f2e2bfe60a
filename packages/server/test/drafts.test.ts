import { spawnSync } from "node:child_process";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../src/store/sqlite/database.ts";
import { temporaryFolder } from "./support/support.ts";

const MINUTE = 60;

test("removes the drafts of killed processes, and none that may be in use", () => {
  const folder = temporaryFolder();
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const write = (name: string, ageSeconds: number) => {
    const path = join(folder, name);
    writeFileSync(path, "");
    const at = Date.now() / 1000 - ageSeconds;
    utimesSync(path, at, at);
    return name;
  };
  const abandoned = `chain.sqlite.new-${ended}-1`;
  for (const end of ["", "-wal", "-shm"]) {
    write(abandoned + end, 5 * MINUTE);
  }
  const kept = [
    // Its process may be that of another container.
    write(`chain.sqlite.new-${ended}-2`, 5),
    write(`chain.sqlite.new-${process.ppid}-0`, 5 * MINUTE),
    write(`other.sqlite.new-${ended}-0`, 5 * MINUTE),
    write(`chain.sqlite.new-${ended}-0.backup`, 5 * MINUTE),
    write("chain.sqlite.new", 5 * MINUTE),
  ];
  const file = join(folder, "chain.sqlite");
  for (let start = 0; start < 2; start += 1) {
    openDatabase(file, ["CREATE TABLE thing (number INTEGER NOT NULL)"]).close();
    expect(readdirSync(folder).sort()).toEqual([...kept, "chain.sqlite"].sort());
    for (const end of ["", "-wal"]) {
      write(abandoned + end, 5 * MINUTE);
    }
  }
});
