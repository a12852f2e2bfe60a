import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CHAIN_NAMES, type ChainName } from "../../src/chain/profiles.ts";
import type { RpcBlock, RpcBlockWithReceipts } from "../../src/chain/rpc-types.ts";

/** Real blocks of all chains lie outside the repository; see the README for where to get them. */
const root =
  process.env.CHAINKIT_CHAINS ??
  new URL("../../../../../shared/data/chains", import.meta.url).pathname;
const isPresent = existsSync(join(root, "full"));
if (!isPresent) {
  console.warn(`no real blocks of chains in ${root}: the tests with them are left out`);
}

/** A file of real blocks, named after its chain. */
export interface RealFile {
  readonly name: string;
  readonly path: string;
}

/**
 * Lists real blocks: whole ones, headers, blocks without receipts, or those of test networks.
 *
 * @returns A single entry that says what is missing if there are none.
 */
export function realFiles(kind: "full" | "headers" | "tx" | "other"): readonly RealFile[] {
  if (!isPresent) {
    return [{ name: `(skipped: no real blocks in ${root})`, path: "" }];
  }
  return readdirSync(join(root, kind))
    .filter((file) => /\.jsonl?\.gz$/.test(file))
    .map((file) => ({ name: file.replace(/\.jsonl?\.gz$/, ""), path: join(root, kind, file) }));
}

/** A test that needs real blocks. */
export const withChains = test.skipIf(!isPresent);

/** The chain that a file is named after; test networks are those of the chain that they test. */
export function chainOf({ name }: RealFile): ChainName {
  const found = CHAIN_NAMES.find((chain) => name.startsWith(chain));
  return found ?? "ethereum";
}

/** Reads the blocks of a file: with receipts, without, or headers only. */
export function blocksOf({ path }: RealFile): readonly RpcBlockWithReceipts[] {
  const text = gunzipSync(readFileSync(path)).toString();
  const parsed: unknown[] = path.endsWith(".jsonl.gz")
    ? text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [JSON.parse(text)].flat();
  return parsed.map((each) => {
    const { block = each as RpcBlock, receipts = [] } = each as Partial<RpcBlockWithReceipts>;
    return { block, receipts };
  });
}

/** A whole real block. @param name Chain and number, as in `polygon-43200000`. */
export function realBlock(name: string): RpcBlockWithReceipts {
  const [block] = blocksOf({ name, path: join(root, "full", `${name}.json.gz`) });
  return block ?? expect.fail();
}
