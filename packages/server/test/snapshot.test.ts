import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DevChain, startDevChain } from "../src/dev/chain.ts";
import { appendSums, openArchive } from "../src/service/archive.ts";
import { createSnapshot } from "../src/service/create-snapshot.ts";
import type { Display } from "../src/service/display.ts";
import { openSnapshot, restoreSnapshot } from "../src/service/restore-snapshot.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { nodeSource } from "../src/source/node.ts";
import { openReader, type StoreLocation } from "../src/store/open.ts";
import { ENGINES, type Engine, untilEnd } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, contents, followNodes } from "./support/ingest.ts";
import { temporaryFolder } from "./support/support.ts";

const [SQLITE, , POSTGRES] = ENGINES as readonly [Engine, Engine, Engine];
const PROFILE = { finality: 96, verification: "ethereum" } as const;
const QUIET: Display = { everyMs: Number.POSITIVE_INFINITY, show() {}, note() {}, end() {} };

/** A chain whose blocks with traffic are final. */
let chain: DevChain;
let last: number;
beforeAll(async () => {
  chain = await startDevChain({ pauseMs: 0, history: 8 });
  last = Number(await chain.send("eth_blockNumber"));
  await chain.send("anvil_mine", `0x${PROFILE.finality.toString(16)}`);
});
afterAll(() => chain.close());

/** Follows the chain into a new store until it has all blocks and balances. */
async function followed(engine: Engine, location: StoreLocation, from = 0) {
  const store = await engine.openWriter(location);
  const follower = followNodes(store, [chain.rpcUrl], { from });
  await caughtUp(store, chain);
  await follower.stop();
  await store.close();
  return untilEnd(await engine.openReader(location));
}

const newFile = () => join(temporaryFolder(), "ethereum.tar");

function create(location: StoreLocation, file: string, partBlocks?: number): Promise<string> {
  const source = nodeSource(createRpcClient([chain.rpcUrl]));
  const from = { name: "ethereum", location, profile: PROFILE };
  return createSnapshot(from, source, file, QUIET, partBlocks);
}

async function restore(file: string, location: StoreLocation, isNew = true): Promise<string> {
  const snapshot = await openSnapshot(file);
  const imported = { verification: "ethereum", isNew } as const;
  try {
    return await restoreSnapshot(snapshot, location, imported, () => {}, QUIET);
  } finally {
    await snapshot.close();
  }
}

test.each([
  { from: SQLITE, to: SQLITE },
  { from: SQLITE, to: POSTGRES },
  { from: POSTGRES, to: SQLITE },
])("moves a chain from $from.name to $to.name", async ({ from, to }) => {
  const source = await from.place();
  const original = await followed(from, source);
  const file = newFile();
  expect(await create(source, file)).toMatch(`blocks 0 to ${last} of ethereum written to ${file}`);
  const target = await to.place();
  expect(await restore(file, target)).toMatch(
    new RegExp(`signatures of ${last + 1} blocks verified, [\\d.]+ blocks/s; block ${last} is 0x`),
  );
  const restored = await followed(to, target);
  expect(await contents(restored, chain)).toEqual(await contents(original, chain));
});

/** A snapshot, and its bytes. */
async function snapshotFile() {
  const location = await SQLITE.place();
  await followed(SQLITE, location);
  const file = newFile();
  await create(location, file);
  return { file, location, bytes: readFileSync(file) };
}

test("refuses a file that is damaged or cut off, and names where", async () => {
  const { file, bytes } = await snapshotFile();
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(damaged.readUInt8(1_000) ^ 1, 1_000);
  writeFileSync(file, damaged);
  const target = await SQLITE.place();
  await expect(restore(file, target)).rejects.toThrow(
    `${file}: blocks-0-${last}.jsonl.gz, at byte 512, is damaged: it does not match its checksum`,
  );
  writeFileSync(file, bytes);
  truncateSync(file, bytes.length - 1_024);
  await expect(restore(file, target)).rejects.toThrow("it is cut off after SHA256SUMS");
  truncateSync(file, 700);
  await expect(restore(file, target)).rejects.toThrow("it is cut off after its beginning");
  writeFileSync(file, "x".repeat(2_000));
  await expect(restore(file, target)).rejects.toThrow("byte 0 is not the beginning of a file");
  expect(existsSync((target as { file: string }).file)).toBe(false);
});

test("is an archive that other programs read, and import as well", async () => {
  const { file } = await snapshotFile();
  const folder = temporaryFolder();
  execFileSync("tar", ["-xf", file], { cwd: folder });
  const checked = execFileSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder });
  expect(String(checked)).toBe(`blocks-0-${last}.jsonl.gz: OK\nmanifest.json: OK\n`);
  const data = ["--chain", "ethereum", "--data", join(folder, "data")];
  const blocks = join(folder, `blocks-0-${last}.jsonl.gz`);
  expect((await call(["import", ...data, blocks])).output).toMatch(`${last + 1} blocks with`);
});

test("resumes a file that was cut off anywhere, and refuses one of other blocks", async () => {
  const { file, location, bytes } = await snapshotFile();
  const partEnd = bytes.indexOf("manifest.json");
  for (const length of [0, 300, partEnd - 1, partEnd, partEnd + 600, bytes.length]) {
    const other = newFile();
    writeFileSync(`${other}.partial`, bytes.subarray(0, length));
    await create(location, other);
    expect(readFileSync(other).equals(bytes)).toBe(true);
  }
  await expect(create(location, file)).rejects.toThrow(`${file} exists already`);
});

test("adds what a chain lacks below and above its blocks", async () => {
  const location = await SQLITE.place();
  await followed(SQLITE, location);
  const file = newFile();
  await create(location, file, 2);
  const target = await SQLITE.place();
  await followed(SQLITE, target, last - 4);
  expect(await restore(file, target, false)).toMatch(`signatures of ${last - 4} blocks verified`);
  expect(await restore(file, target, false)).toMatch("signatures of 0 blocks verified");
  const store = untilEnd(await openReader(target));
  expect(await store.firstBlock()).toMatchObject({ number: 0 });
});

/** Writes a snapshot of other contents, with the right checksums. */
async function forge(change: (name: string, content: Buffer) => Buffer): Promise<string> {
  const { file } = await snapshotFile();
  const [archive, forged] = [await openArchive(file, "r"), newFile()];
  const other = await openArchive(forged, "a+");
  for (const entry of archive.entries.slice(0, -1)) {
    await other.append(entry.name, change(entry.name, await archive.read(entry)));
  }
  await appendSums(other);
  await other.finish();
  await Promise.all([archive.close(), other.close()]);
  return forged;
}

test("believes nothing of a file whose checksums are right", async () => {
  const target = await SQLITE.place();
  const replace = (from: string | RegExp, to: string) => (name: string, content: Buffer) =>
    name.endsWith(".gz")
      ? gzipSync(gunzipSync(content).toString().replace(from, to))
      : Buffer.from(content.toString().replace(from, to));
  const block = await forge(replace(/"value":"0x[1-9a-f]/, '"value":"0xf'));
  await expect(restore(block, target)).rejects.toThrow(/: blocks-0-\d+\.jsonl\.gz: block \d+.* /);
  const chainName = await forge(replace('"ethereum"', '"../ethereum"'));
  await expect(restore(chainName, target)).rejects.toThrow('unknown chain "../ethereum"');
  const gap = await forge(replace(/\n.*\n/, "\n"));
  await expect(restore(gap, await SQLITE.place())).rejects.toThrow(/it lacks blocks: \d+ of/);
});

test("moves a chain by command, and needs none of its nodes to restore it", async () => {
  const [folder, moved] = [temporaryFolder(), temporaryFolder()];
  await followed(SQLITE, { kind: "sqlite", file: join(folder, "ethereum.chain.sqlite") });
  const file = newFile();
  const nodes = ["--chain", `ethereum=${chain.rpcUrl}`, "--data", folder];
  const created = await call(["snapshot", "create", file, ...nodes]);
  expect(created).toMatchObject({ code: 0, output: expect.stringContaining("written to") });
  const restored = await call(["snapshot", "restore", file, "--data", moved]);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("verified, ") });
  const [there, here] = await Promise.all(
    [folder, moved].map(async (each) => {
      const store = await openReader({ kind: "sqlite", file: join(each, "ethereum.chain.sqlite") });
      return untilEnd(store).getBlock(last);
    }),
  );
  expect(here).toEqual(there);
});
