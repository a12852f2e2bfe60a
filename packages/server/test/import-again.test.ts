import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { importFiles } from "../src/service/import.ts";
import { lockForWriting } from "../src/store/sqlite/database.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { temporaryFolder } from "./support/support.ts";

/** Writes each block of a chain into a file of its own. @returns Their paths. */
async function blockFiles(): Promise<string[]> {
  const chain = await quietChain({ history: 4 });
  const folder = temporaryFolder();
  const head = Number(await chain.send<string>("eth_blockNumber"));
  return Promise.all(
    Array.from({ length: head + 1 }, async (_, at) => {
      const number = `0x${at.toString(16)}`;
      const block = await chain.send("eth_getBlockByNumber", number, true);
      const receipts = await chain.send("eth_getBlockReceipts", number);
      const file = join(folder, `${at}.json`);
      writeFileSync(file, JSON.stringify({ block, receipts }));
      return file;
    }),
  );
}

/** @returns The summary. */
async function importInto(file: string, files: readonly string[], isNew: boolean): Promise<string> {
  const told: string[] = [];
  const imported = { verification: "ethereum", isNew } as const;
  await importFiles({ kind: "sqlite", file }, imported, files, (line) => told.push(line));
  return told.join();
}

test("blocks that are stored are not verified again", async () => {
  const files = await blockFiles();
  const tip = files.length - 1;
  const file = join(temporaryFolder(), "chain.sqlite");
  await importInto(file, files.slice(0, -1), true);
  // What the threads are told to do: of these, they only list hashes.
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  onTestFinished(() => sent.mockRestore());
  expect(await importInto(file, files, false)).toMatch(
    new RegExp(`^1 blocks with .*, ${tip} blocks skipped as already stored$`),
  );
  const tasks = sent.mock.calls.flatMap(([task]) => (task ? [task.checks.stored] : []));
  expect(tasks).toHaveLength(files.length);
  expect(tasks).toEqual(files.map(() => ({ first: 0, last: tip - 1 })));
});

test("a chain that is being followed is refused before the files are read", async () => {
  const file = join(temporaryFolder(), "chain.sqlite");
  onTestFinished(lockForWriting(file));
  await expect(importInto(file, ["none.json"], false)).rejects.toThrow(
    /is locked by another process: stop the service, import, and start it again$/,
  );
});
