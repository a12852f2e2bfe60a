import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DevChain, startDevChain } from "../src/dev/chain.ts";
import { createDisplay } from "../src/service/display.ts";
import { exportBlocks } from "../src/service/export-blocks.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { type ChainSource, nodeSource } from "../src/source/node.ts";
import type { StoreLocation } from "../src/store/open.ts";
import { type Engine, POSTGRES, SQLITE, untilEnd } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, contents, followNodes } from "./support/ingest.ts";
import { temporaryFolder } from "./support/support.ts";

const PROFILE = { finality: 96, verification: "ethereum" } as const;
const shown: string[] = [];
const DISPLAY = createDisplay({ write: (text) => shown.push(text) }, 0);

/** A chain whose blocks with traffic are final. */
let chain: DevChain;
let last: number;
beforeAll(async () => {
  chain = await startDevChain({ pauseMs: 0, history: 8 });
  last = Number(await chain.send("eth_blockNumber"));
  await chain.send("anvil_mine", `0x${PROFILE.finality.toString(16)}`);
});
afterAll(() => chain.close());

/** Follows the chain into a store until it has all blocks and balances. */
async function followed(engine: Engine, location: StoreLocation) {
  const store = await engine.openWriter(location);
  const follower = followNodes(store, [chain.rpcUrl], { from: 0 });
  await caughtUp(store, chain);
  await follower.stop();
  await store.close();
  return untilEnd(await engine.openReader(location));
}

const node = (): ChainSource => nodeSource(createRpcClient([chain.rpcUrl]));

const exported = (location: StoreLocation, folder: string, source = node(), fileBlocks?: number) =>
  exportBlocks(location, PROFILE, source, folder, DISPLAY, fileBlocks);

test.each([SQLITE, POSTGRES])("moves a chain from $name to a folder", async (engine) => {
  const location = await engine.place();
  const original = await followed(engine, location);
  const folder = temporaryFolder();
  expect(await exported(location, folder)).toMatch(`blocks 0 to ${last} written to ${folder}`);
  execFileSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder });
  const data = join(temporaryFolder(), "data");
  const { output } = await call(["import", "--chain", "ethereum", "--data", data, folder]);
  expect(output).toMatch(`${last + 1} blocks with`);
  const file = join(data, "ethereum.chain.sqlite");
  const restored = await followed(SQLITE, { kind: "sqlite", file });
  expect(await contents(restored, chain)).toEqual(await contents(original, chain));
});

test("an interrupted export is resumed, and refused for other blocks", async () => {
  const location = await SQLITE.place();
  await followed(SQLITE, location);
  const folder = temporaryFolder();
  const asked: number[] = [];
  const source = (end: number): ChainSource => ({
    ...node(),
    block(number) {
      asked.push(number);
      return number < end ? node().block(number) : Promise.reject(new Error("no response"));
    },
  });
  await expect(exported(location, folder, source(7), 3)).rejects.toThrow("no response");
  expect(readdirSync(folder)).toEqual(["blocks-0-2.jsonl.gz", "blocks-3-5.jsonl.gz"]);
  asked.length = 0;
  await exported(location, folder, source(1_000), 3);
  expect(Math.min(...asked)).toBe(6);
  expect(shown.at(-1)).toMatch(`${last - 5} of ${last - 5} blocks, `);
  const newest = join(folder, `blocks-15-${last}.jsonl.gz`);
  const other = gunzipSync(readFileSync(newest))
    .toString()
    .replaceAll(/"hash":"0x(.)/g, (_, digit) => `"hash":"0x${digit === "f" ? "0" : "f"}`);
  writeFileSync(newest, gzipSync(other));
  await expect(exported(location, folder)).rejects.toThrow("has other blocks: export into another");
});

test("refuses a node that has other blocks than those stored, and a chain without a final one", async () => {
  const location = await SQLITE.place();
  await followed(SQLITE, location);
  const source = { ...node(), block: (number: number) => node().block(number === 4 ? 5 : number) };
  await expect(exported(location, temporaryFolder(), source)).rejects.toThrow(/block 5 .*block 4/);
  const final = (finality: number, at = location) =>
    exportBlocks(at, { ...PROFILE, finality }, node(), temporaryFolder(), DISPLAY);
  const all = last + PROFILE.finality;
  expect(await final(all)).toMatch("blocks 0 to 0 written");
  const refusal = `no stored block is final: that takes ${all + 1} blocks above it`;
  await expect(final(all + 1)).rejects.toThrow(refusal);
});
