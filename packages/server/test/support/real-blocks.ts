import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { profileOf } from "../../src/chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../../src/chain/rpc-types.ts";
import { importFiles } from "../../src/service/import.ts";
import { readBlockFile } from "../../src/source/block-files.ts";
import { emptyStore } from "./engines.ts";
import { startService, temporaryFolder } from "./support.ts";
import { sampled } from "./thorough.ts";

/** Real blocks lie outside the repository; see the README for where to get them. */
const folder =
  process.env.CHAINKIT_MAINNET ??
  new URL("../../../../../shared/data/mainnet", import.meta.url).pathname;
const files = existsSync(folder)
  ? readdirSync(folder).filter((file) => /^\d+\.json\.gz$/.test(file))
  : [];
if (files.length === 0) {
  console.warn(`no real blocks in ${folder}: the tests with them are left out`);
}

export const withData = test.skipIf(files.length === 0);

/** All real blocks, in order. @param pattern Of their numbers. */
export async function realBlocks(pattern = /./) {
  const paths = files.filter((file) => pattern.test(file)).map((file) => join(folder, file));
  const blocks: RpcBlockWithReceipts[] = [];
  for (const path of paths) {
    for await (const block of readBlockFile(path)) {
      blocks.push(block);
    }
  }
  return blocks.sort((a, b) => Number(a.block.number) - Number(b.block.number));
}

/** Consecutive blocks of the files, by their numbers: a store has no gaps. */
const RUNS = [/^1553739/, /^170348/, /^176861/, /^194265/];

/** The first of them, and all each night. */
export const SOME_RUNS: readonly RegExp[] = sampled(RUNS, 4);

/** A service with consecutive real blocks, imported as `import` does. */
export async function withBlocks(pattern: RegExp) {
  const paths = files.filter((file) => pattern.test(file));
  const file = join(temporaryFolder(), "ethereum.sqlite");
  await importFiles(
    { kind: "sqlite", file },
    profileOf("ethereum"),
    paths.map((name) => join(folder, name)),
    () => {},
  );
  const store = await emptyStore(file);
  const service = await startService({}, { chains: new Map([["ethereum", store]]) });
  return { service, store, blocks: await realBlocks(pattern) };
}
