import { createWriteStream, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { startDevChain } from "../src/dev/chain.ts";
import type { Display } from "../src/service/display.ts";
import { importFiles } from "../src/service/import-files.ts";
import { findBlockNumbers, findFirstNumber } from "../src/source/block-numbers.ts";
import { readBlockFile } from "../src/source/file.ts";
import { openReader } from "../src/store/open.ts";
import { lockForWriting } from "../src/store/sqlite/lock.ts";
import { finished } from "./support/command.ts";
import { realBlocks, withData } from "./support/real-blocks.ts";
import { temporaryFolder } from "./support/support.ts";

/** Blocks of a real node, from the first one on. */
let blocks: RpcBlockWithReceipts[];
beforeAll(async () => {
  const chain = await startDevChain({ pauseMs: 0, history: 0 });
  const head = Number(await chain.send("eth_blockNumber"));
  blocks = await Promise.all(
    Array.from({ length: head + 1 }, async (_, at) => {
      const number = `0x${at.toString(16)}`;
      return {
        block: await chain.send("eth_getBlockByNumber", number, true),
        receipts: await chain.send("eth_getBlockReceipts", number),
      } as RpcBlockWithReceipts;
    }),
  );
  await chain.close();
  expect(blocks.length).toBeGreaterThan(8);
});

/** Writes files into a folder of the test. @returns Their paths. */
function write(contents: Readonly<Record<string, string | Buffer>>): string[] {
  const folder = temporaryFolder();
  return Object.entries(contents).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  });
}

const json = JSON.stringify;
const lines = (some: readonly unknown[]) => some.map((each) => `${json(each)}\n`).join("");

/** Imports files into a new store, or into the one that is named. */
async function load(
  files: readonly string[],
  file = join(temporaryFolder(), "chain.sqlite"),
  maxScanned?: number,
) {
  const told: string[] = [];
  const shown: string[] = [];
  const display: Display = {
    everyMs: 0,
    show: (some) => shown.push(...some),
    note: (line) => shown.push(line),
    end: () => shown.push("end"),
  };
  const done = importFiles(
    { kind: "sqlite", file },
    { verification: "header" },
    files,
    (line) => told.push(line),
    display,
    maxScanned,
  );
  const error = await done.then(
    () => undefined,
    ({ message }: Error) => message,
  );
  const store = await openReader({ kind: "sqlite", file });
  const newest = (await store.tip())?.number;
  await store.close();
  return { error, newest, told: told.join("\n"), shown, file };
}

test("imports files in any order and format, and skips existing blocks", async () => {
  const [first, second, third, fourth, ...rest] = blocks;
  const files = write({
    "a.jsonl": lines(rest),
    "b.json": json([third, second].toReversed()),
    "c.json.gz": gzipSync(json(first)),
    "d.json": JSON.stringify(fourth, null, 2).replaceAll("\n", "\r\n"),
  });
  const { error, newest, told, file } = await load(files);
  expect(error).toBeUndefined();
  expect(newest).toBe(blocks.length - 1);
  const transactions = blocks.reduce((sum, { block }) => sum + block.transactions.length, 0);
  const start = `${blocks.length} blocks with ${transactions} transactions added`;
  expect(told).toMatch(new RegExp(`^${start} in [\\d.]+ s, 0 blocks skipped as already stored$`));
  const again = await load(files.toReversed(), file);
  expect(again.told).toMatch(
    new RegExp(`^0 blocks with 0 .*, ${blocks.length} blocks skipped as already stored$`),
  );
});

test("sorts the blocks of a list, and requires lines to be sorted", async () => {
  const shuffled = [blocks[2], blocks[0], blocks[1]];
  const [list = "", ...others] = write({ "list.json": json(shuffled), "l.jsonl": lines(shuffled) });
  expect((await load([list])).newest).toBe(2);
  const { error, newest, told } = await load(others);
  expect(error).toMatch(/l\.jsonl: block 0 follows block 2; sort its lines by block number/);
  expect({ newest, told }).toEqual({ newest: undefined, told: "" });
});

test("refuses contradictory files over the same range before anything is added", async () => {
  const at = (...numbers: number[]) => lines(numbers.map((number) => blocks[number]));
  const files = write({ "a.jsonl": at(0, 1, 3), "b.jsonl": at(2, 4) });
  const { error, newest } = await load(files);
  expect(error).toMatch(
    /b\.jsonl: block 2 overlaps with .*a\.jsonl, which ends at block 3; merge files of the same block range/,
  );
  expect(newest).toBeUndefined();
  const repeated = write({ "a.jsonl": at(0, 1, 2), "b.jsonl": at(1, 2, 3) });
  expect(await load(repeated)).toMatchObject({ error: undefined, newest: 3 });
});

describe("an import whose files are scanned only at their beginning", () => {
  /** Imports files as if they were too large to be scanned. */
  const loadLarge = (files: readonly string[], file?: string) => load(files, file, -1);
  const at = (...numbers: number[]) => lines(numbers.map((number) => blocks[number]));

  test("reads files of any size, order and format", async () => {
    const padded = (block: unknown) => ({ ...(block as object), padding: "x".repeat(2 ** 21) });
    const [first, second, third, fourth, fifth, ...rest] = blocks;
    const files = write({
      "rest.jsonl": lines(rest.map(padded)),
      "list.json": json([third, second].toReversed()),
      "first.json.gz": gzipSync(json(first)),
      "spaced.json": JSON.stringify(fourth, null, 2),
      "large.json.gz": gzipSync(json({ ...fifth, padding: "x".repeat(40 * 2 ** 20) })),
    });
    const { error, newest, shown, file } = await loadLarge(files);
    expect(error).toBeUndefined();
    expect(newest).toBe(blocks.length - 1);
    const shares = shown.filter((line) => line.includes("% of the files"));
    expect(shares.map(parseFloat)).toEqual(blocks.map((_, at) => at + 1));
    expect(shares.at(-1)).toMatch(/^\d+ blocks, 100 % of the files, [\d.]+ blocks\/s, \d+ s left$/);
    const again = await loadLarge(files.toReversed(), file);
    expect(again.told).toMatch(
      new RegExp(`^0 blocks with 0 .*, ${blocks.length} blocks skipped as already stored$`),
    );
  });

  test("stops at contradictory files, and keeps the blocks before", async () => {
    const files = write({ "a.jsonl": at(0, 1, 3), "b.jsonl": at(2, 4) });
    const { error, newest } = await loadLarge(files);
    expect(error).toMatch(/b\.jsonl: block 2 comes after block 3; import in order$/);
    expect(newest).toBe(3);
    const shuffled = await loadLarge(write({ "l.jsonl": at(0, 2, 1) }));
    expect(shuffled.error).toMatch(/l\.jsonl: block 1 comes after block 2; import in order$/);
    const repeated = write({ "a.jsonl": at(0, 1, 2), "b.jsonl": at(1, 2, 3) });
    expect(await loadLarge(repeated)).toMatchObject({ error: undefined, newest: 3 });
  });

  test("names a broken file and its line, and keeps the blocks before", async () => {
    const { error, newest } = await loadLarge(write({ a: `${at(0, 1)}{"block`, b: at(2) }));
    expect(error).toMatch(/\/a, line 3: Unterminated/);
    expect(newest).toBeUndefined();
    const halves = write({ a: at(0, 1), b: gzipSync(json(blocks[2])).subarray(0, -50) });
    const half = await loadLarge(halves);
    expect(half.error).toMatch(/\/b: unexpected end of file/);
    expect(half.newest).toBe(1);
  });

  test("adds older blocks", async () => {
    const { file } = await loadLarge(write({ "4.jsonl": at(4, 5) }));
    const { error, told } = await loadLarge(
      write({ "2.jsonl": at(2, 3), "0.jsonl": at(0, 1, 2) }),
      file,
    );
    expect(error).toBeUndefined();
    expect(told).toMatch(/^4 blocks with .*, 1 blocks skipped/);
    const other = await loadLarge(write({ "4.jsonl": at(4, 5) }));
    const spanning = await loadLarge(write({ "all.json": lines(blocks) }), other.file);
    expect(spanning).toMatchObject({ error: undefined, newest: blocks.length - 1 });
  });
});

test("finds the number of the first block of a file, where it is certain", async () => {
  const found = (content: string | Buffer) =>
    findFirstNumber(write({ file: content })[0] as string);
  expect(await found(json(blocks[3]))).toBe(3);
  expect(await found(gzipSync(lines(blocks.slice(4))))).toBe(4);
  expect(await found(`\n${JSON.stringify(blocks[5], null, 2)}`)).toBe(5);
  const { block, receipts } = blocks[3] as RpcBlockWithReceipts;
  expect(await found(json({ receipts, block }))).toBeUndefined();
  expect(
    await found(json({ block: { a: [{ number: "0x1" }], ...block }, receipts })),
  ).toBeUndefined();
  expect(
    await found(json({ block: { a: { number: "0x1" }, ...block }, receipts })),
  ).toBeUndefined();
  expect(await found(json([blocks[3]]))).toBeUndefined();
  expect(await found(gzipSync("").subarray(0, 5))).toBeUndefined();
  expect(await findFirstNumber(join(temporaryFolder(), "none"))).toBeUndefined();
});

test("adds older blocks that connect to the first stored one", async () => {
  const at = (...numbers: number[]) => lines(numbers.map((number) => blocks[number]));
  const [newest = "", gap = "", older = "", oldest = "", both = ""] = write({
    "6-8.jsonl": at(6, 7, 8),
    "2-4.jsonl": at(2, 3, 4),
    "3-5.jsonl": at(3, 4, 5),
    "0-2.json": json([0, 1, 2].map((number) => blocks[number])),
    "2-6.jsonl": at(2, 3, 4, 5, 6),
  });
  const { file } = await load([newest]);
  const refused = await load([gap], file);
  expect(refused.error).toMatch(/2-4\.jsonl: block 4 does not precede the stored block 6$/);
  const joined = await load([older, oldest], file);
  expect(joined).toMatchObject({ error: undefined, newest: 8 });
  expect(joined.told).toMatch(/^6 blocks with .*, 0 blocks skipped/);
  // A range over the first stored block, and one of its own.
  const mixed = await load([newest]);
  const spanning = await load([both], mixed.file);
  expect(spanning.told).toMatch(/^4 blocks with .*, 1 blocks skipped/);

  const whole = await load([oldest, older, newest]);
  const latest = async (path: string) => {
    const store = await openReader({ kind: "sqlite", file: path });
    const transactions = await store.listLatestTransactions(undefined, 10_000);
    await store.close();
    return transactions;
  };
  expect(await latest(file)).toEqual(await latest(whole.file));
});

test("verifies older blocks like any others", async () => {
  const at = blocks.findIndex(({ block }, number) => number > 0 && block.transactions.length > 0);
  const forged = structuredClone(blocks[at]) as RpcBlockWithReceipts;
  const [first] = forged.block.transactions;
  Object.assign(first ?? {}, { from: `0x${"12".repeat(20)}` });
  const [stored = "", older = ""] = write({
    "stored.json": json(blocks[at + 1]),
    "older.json": json(forged),
  });
  const { file } = await load([stored]);
  const { error, told } = await load([older], file);
  expect(error).toMatch(new RegExp(`older\\.json: block ${at}\\b.*(sender|signed)`));
  expect(told).toMatch(/^0 blocks/);
});

test("stops at an invalid block, keeps those before it, and can be resumed", async () => {
  const wrong = structuredClone(blocks[4]) as RpcBlockWithReceipts;
  const changed = { ...wrong, block: { ...wrong.block, gasUsed: "0x1" } };
  const contents = (fifth: unknown) =>
    Object.fromEntries(
      [...blocks.slice(0, 4), fifth, ...blocks.slice(5)].map((each, at) => [
        `${at}.json`,
        json(each),
      ]),
    );
  const data = join(temporaryFolder(), "data");
  const command = ["import", "--chain", "ethereum", "--data", data];
  const failed = await finished([...command, ...write(contents(changed))]);
  expect(failed.code).toBe(1);
  expect(failed.output).toMatch(/4 blocks with \d+ transactions added/);
  expect(failed.output).toMatch(/^chainkit-server: \S+\/4\.json: block 4: .*hash/m);
  const mended = await finished([...command, ...write(contents(blocks[4]))]);
  expect(mended).toMatchObject({ code: 0, output: expect.stringMatching(/, 4 blocks skipped/) });
});

test.each<[string, () => string | Buffer, RegExp]>([
  ["no JSON", () => "block", /0: Unexpected token 'b'/],
  ["half a document", () => `{\n"block":`, /0: Unexpected end of JSON/],
  ["half a gzip", () => gzipSync(json(blocks[0])).subarray(0, 50), /0: unexpected end of file/],
  ["another shape", () => json({ result: blocks[0] }), /0: expected \{ "block"/],
  ["a block without number", () => json({ block: { transactions: [], hash: "0x" } }), /expected/],
  ["a wrong third line", () => `${lines(blocks.slice(0, 2))}\n{"block`, /0, line 4: Unterminated/],
  ["nothing", () => "", /0: the file is empty/],
])("a file with %s is named, and nothing is added", async (_name, content, text) => {
  const { error, newest } = await load(write({ 1: json(blocks[1]), 0: content() }));
  expect(error).toMatch(text);
  expect(newest).toBeUndefined();
});

test("a document that turns out broken is named, and the blocks before it are kept", async () => {
  const broken = json(blocks[2]).replace('"receipts":[', '"receipts":[}');
  const { error, newest } = await load(write({ 0: lines(blocks.slice(0, 2)), broken }));
  expect(error).toMatch(/\/broken: Unexpected token '}'/);
  expect(newest).toBe(1);
});

test("finds the numbers of blocks without parsing them, where they are certain", () => {
  const found = (text: string) => findBlockNumbers(Buffer.from(text));
  const some = blocks.slice(3, 6);
  expect(found(json(blocks[3]))).toEqual([3]);
  expect(found(` ${json(some.toReversed())}`)).toEqual([3, 4, 5]);
  expect(found(JSON.stringify(blocks[3], null, 2))).toEqual([3]);
  expect(found(json({ ...blocks[3], extra: { number: "0x1" } }))).toBeUndefined();
  expect(found(json({ result: blocks[3] }))).toBeUndefined();
  expect(found(json([]))).toBeUndefined();
});

test.each([
  ["a line", () => json(blocks[0])],
  ["a document over many lines", () => JSON.stringify(blocks[0], null, 2)],
])("%s that is too long for the memory is refused, with the mend", async (_name, content) => {
  const [file = ""] = write({ long: content() });
  const read = async (maxBytes: number) => {
    for await (const _block of readBlockFile(file, maxBytes)) {
      // Only whether it can be read matters.
    }
  };
  await expect(read(800)).rejects.toThrow(/long.*larger than 800 bytes; write one block per line/);
  await read(1_000_000);
});

test("memory use does not grow with the number of files", async () => {
  const padding = "x".repeat(3 * 2 ** 20);
  const folder = temporaryFolder();
  const files = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const path = join(folder, `${at}.json.gz`);
      const text = json({ ...blocks[at % blocks.length], padding });
      await pipeline(Readable.from([text]), createGzip({ level: 1 }), createWriteStream(path));
      return path;
    }),
  );
  const env = { NODE_OPTIONS: "--max-old-space-size=64" };
  const data = join(folder, "data");
  const all = ["import", "--chain", "ethereum", "--data", data, ...files];
  const { code, output } = await finished(all, env);
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringMatching(/already stored$/m),
  });
});

test("shows progress while scanning files and while adding blocks", async () => {
  const { shown } = await load(write({ a: json(blocks[0]), b: lines(blocks.slice(1)) }));
  expect(shown[0]).toBe("scanned 1 of 2 files");
  expect(shown[1]).toBe("scanned 2 of 2 files");
  expect(shown[2]).toMatch(
    new RegExp(`^1 of ${blocks.length} blocks, [\\d.]+ blocks/s, \\d+ s left$`),
  );
  expect(shown.at(-1)).toBe("end");
});

test("refuses a chain that another process writes", async () => {
  const file = join(temporaryFolder(), "chain.sqlite");
  const unlock = lockForWriting(file);
  const files = write({ a: json(blocks[0]) });
  expect((await load(files, file)).error).toMatch(
    /chain\.sqlite is locked by another process: stop the service, import/,
  );
  unlock();
  expect((await load(files, file)).error).toBeUndefined();
});

withData("an import checks the signature of every sender", async () => {
  const [block] = await realBlocks(/^17686120/);
  const { transactions } = block?.block ?? { transactions: [] };
  const forged = transactions.length - 7;
  const told = transactions.map((each, at) =>
    at === forged ? { ...each, from: `0x${"12".repeat(20)}` } : each,
  );
  const file = { ...block, block: { ...block?.block, transactions: told } };
  const { error, newest } = await load(write({ "forged.json": json(file) }));
  expect(transactions.length).toBeGreaterThan(100);
  expect(error).toMatch(new RegExp(`the sender of transaction ${forged}, 0x.*, did not sign it`));
  expect(newest).toBeUndefined();
});

withData("blocks of another chain are refused by the chain id of their transactions", async () => {
  const data = join(temporaryFolder(), "data");
  const [block] = await realBlocks(/^17686120/);
  const files = write({ "ethereum.json": json(block) });
  const { code, output } = await finished(["import", "--chain", "base", "--data", data, ...files]);
  expect(code).toBe(1);
  expect(output).toMatch(
    /ethereum\.json: block 17686120: transactions of chain id 1; expected 8453/,
  );
});

test("an import whose first block is invalid creates no chain", async () => {
  const data = join(temporaryFolder(), "data");
  const [, second] = blocks;
  const forged = { ...second, block: { ...second?.block, gasUsed: "0x1" } };
  const files = write({ "0.json": "[]", "1.json": json(forged), "2.json": json(blocks[2]) });
  const { code, output } = await finished([
    ...["import", "--chain", "ethereum", "--data", data],
    ...files,
  ]);
  expect(code).toBe(1);
  expect(output).toMatch(/^chainkit-server: \S+\/1\.json: block 1: .*hash/m);
  expect(readdirSync(data)).toEqual([]);

  const file = join(data, "ethereum.chain.sqlite");
  const imported = { verification: "header", isNew: true } as const;
  const scanned = [{ kind: "sqlite", file } as const, imported, files.slice(1), () => {}] as const;
  const display: Display = { everyMs: 1_000, show() {}, note() {}, end() {} };
  // Not scanned as a whole, as large imports.
  await expect(importFiles(...scanned, display, 0)).rejects.toThrow(/1\.json: block 1: .*hash/);
  expect(readdirSync(data)).toEqual([]);
});

test("an empty import is an error, and creates no chain", async () => {
  const data = join(temporaryFolder(), "data");
  const files = write({ "empty.json": "[]" });
  const { code, output } = await finished(["import", "--chain", "base", "--data", data, ...files]);
  expect(code).toBe(1);
  expect(output).toMatch(/: no blocks in .*empty\.json$/m);
  expect(readdirSync(data)).toEqual([]);
});
