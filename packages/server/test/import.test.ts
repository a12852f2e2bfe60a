import { createWriteStream, existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { createGzip, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { type DevChain, startDevChain } from "../src/dev/chain.ts";
import { createDisplay } from "../src/service/display.ts";
import { importFiles } from "../src/service/import.ts";
import { readBlockFile } from "../src/source/block-files.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { nodeSource } from "../src/source/node.ts";
import { openReader } from "../src/store/open.ts";
import { lockForWriting } from "../src/store/sqlite/database.ts";
import { finished, run } from "./support/command.ts";
import { emptyStore } from "./support/engines.ts";
import { freePort } from "./support/free-port.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, contents, followNodes, undisturbed } from "./support/ingest.ts";
import { createDatabase } from "./support/postgres/database.ts";
import { realBlocks, withData } from "./support/real-blocks.ts";
import { startService, temporaryFolder } from "./support/support.ts";
import { isThorough, times } from "./support/thorough.ts";

/** A local chain, and its blocks from the first one on. */
let chain: DevChain;
let blocks: RpcBlockWithReceipts[];
beforeAll(async () => {
  chain = await startDevChain({ pauseMs: 0, history: 8 });
  const head = Number(await chain.send("eth_blockNumber"));
  const source = nodeSource(createRpcClient([chain.rpcUrl]));
  const all = Array.from({ length: head + 1 }, (_, number) => source.block(number));
  blocks = (await Promise.all(all)) as RpcBlockWithReceipts[];
});
afterAll(() => chain.close());

function write(contents: Readonly<Record<string, string | Buffer>>): string[] {
  const folder = temporaryFolder();
  return Object.entries(contents).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  });
}

function importing(data: string, files: readonly string[], name = "ethereum") {
  return ["import", "--chain", name, "--data", data, ...files];
}

const json = JSON.stringify;
/** Begins what is shown on a terminal, and ends it. */
const CLEAR = "\r\x1b[K";
const lines = (some: readonly unknown[]) => some.map((each) => `${json(each)}\n`).join("");

/** Imports files into a new store, or into the one that is named. */
async function load(files: readonly string[], file = join(temporaryFolder(), "chain.sqlite")) {
  const told: string[] = [];
  const shown: string[] = [];
  const terminal = { isTTY: true, write: (text: string) => shown.push(text.slice(CLEAR.length)) };
  const display = createDisplay(terminal, 0);
  const chain = { verification: "ethereum", isNew: !existsSync(file) } as const;
  const tell = (line: string) => told.push(line);
  const done = importFiles({ kind: "sqlite", file }, chain, files, tell, display);
  const error = await done.then(
    () => undefined,
    ({ message }: Error) => message,
  );
  return { error, newest: await newestIn(file), told: told.join("\n"), shown, file };
}

/** Returns the number of the newest block in a file; "no file" if nothing was created. */
async function newestIn(file: string) {
  if (!existsSync(file)) {
    return "no file";
  }
  const store = await openReader({ kind: "sqlite", file });
  const tip = await store.tip();
  await store.close();
  return tip?.number;
}

const at = (...numbers: number[]) => lines(numbers.map((number) => blocks[number]));
const list = (...numbers: number[]) => json(numbers.map((number) => blocks[number]));
/** A block that has other contents than its hash. */
const wrong = (number: number) =>
  json({ ...blocks[number], block: { ...blocks[number]?.block, gasUsed: "0x1" } });
/** A block with a transaction, whose sender is another one. */
const FORGED = 3;
function forged(): string {
  const { block, receipts } = blocks[FORGED] as RpcBlockWithReceipts;
  const [first, ...rest] = block.transactions;
  const transactions = [{ ...first, from: `0x${"12".repeat(20)}` }, ...rest];
  return json({ block: { ...block, transactions }, receipts });
}

/** Files that are imported together, what the import says, and the newest block after it. */
type Step = readonly [
  files: Readonly<Record<string, string | Buffer>>,
  said: string | RegExp,
  newest: number | "no file",
];

/** Imports, one after the other into one store. */
const IMPORTS: Readonly<Record<string, () => readonly Step[]>> = {
  "files of any order and format, of which some are stored": () => [
    [
      {
        "a.jsonl": at(4, 5),
        "b.json": list(2, 1),
        "c.json.gz": gzipSync(json(blocks[0])),
        "d.json": JSON.stringify(blocks[3], null, 2).replaceAll("\n", "\r\n"),
      },
      "6 added, 0 skipped",
      5,
    ],
    [{ all: lines(blocks.slice(0, 7)) }, "1 added, 6 skipped", 6],
  ],
  "files whose first number is found late": () => {
    const { block, receipts } = blocks[2] as RpcBlockWithReceipts;
    return [
      [
        {
          a: gzipSync(at(4, 5)),
          b: `\n${JSON.stringify(blocks[3], null, 2)}`,
          c: json({ receipts, block }),
          d: json({ ...blocks[1], block: { a: [{ number: "0x9" }], ...blocks[1]?.block } }),
          e: json([{ ...blocks[0], block: { a: { number: "0x9" }, ...blocks[0]?.block } }]),
          f: "[]",
        },
        "6 added, 0 skipped",
        5,
      ],
    ];
  },
  "lines that are not sorted": () => [
    [{ l: at(2, 0, 1) }, "l: block 0 does not follow the stored block 2", 2],
  ],
  "files with a gap between them": () => [
    [
      { far: at(5, 6), low: at(0, 1, 2) },
      "far: block 5 does not follow the stored block 2: blocks 3 to 4 are missing, add them first",
      2,
    ],
    [{ between: at(3, 4) }, "2 added, 0 skipped", 4],
    [{ far: at(5, 6), low: at(0, 1, 2) }, "2 added, 3 skipped", 6],
  ],
  "a file with a gap": () => [
    [
      { holed: at(0, 1, 3) },
      "holed: block 3 does not follow the stored block 1: block 2 is missing, add it first",
      1,
    ],
  ],
  "older blocks": () => [
    [{ newest: at(6, 7, 8) }, "3 added, 0 skipped", 8],
    [
      { gap: at(2, 3, 4) },
      "gap: block 4 does not precede the stored block 6: block 5 is missing, add it first",
      8,
    ],
    [
      { low: at(0, 1), gap: at(2, 3) },
      "gap: block 3 does not precede the stored block 6: blocks 4 to 5 are missing, add them first",
      8,
    ],
    [{ "3-5": at(3, 4, 5), "0-2": list(0, 1, 2) }, "6 added, 0 skipped", 8],
  ],
  "a range over the oldest stored block and the tip": () => [
    [{ middle: at(4, 5) }, "2 added, 0 skipped", 5],
    [{ range: at(2, 3, 4, 5, 6) }, "3 added, 2 skipped", 6],
  ],
  "a file that is cut, after others": () => [
    [{ a: at(0, 1), b: gzipSync(at(2)).subarray(0, -50) }, "b: unexpected end of file", 1],
  ],
  "a line that is cut, after others": () => [
    [{ a: `${at(0, 1)}{"block`, b: at(2) }, /^a, line 3: Unterminated/, "no file"],
    [{ a: at(0), b: `${at(1)}${" ".repeat(2 ** 20)}\n${at(1)}{"block` }, /^b, line 4: Unterm/, 1],
  ],
  "no JSON": () => [[{ 0: "block", 1: at(1) }, /^0: Unexpected token 'b'/, "no file"]],
  "half a document": () => [
    [{ 0: `{\n"block":`, 1: at(1) }, /^0: Unexpected end of JSON/, "no file"],
  ],
  "another shape": () => [
    [{ 0: json({ result: blocks[0] }), 1: at(1) }, /^0: expected \{ "block"/, "no file"],
  ],
  "a block without number": () => [
    [{ 0: json({ block: { transactions: [], hash: "0x" } }) }, /^0: expected \{ "b/, "no file"],
  ],
  "an empty file": () => [[{ 0: "", 1: at(1) }, "0: the file is empty", "no file"]],
  "files without blocks": () => [[{ 0: "[]" }, "no blocks in 0", "no file"]],
  "an invalid block, before and after others": () => [
    [{ 0: "[]", 1: wrong(1), 2: at(2) }, /^1: block 1: .*hash/, "no file"],
    [{ 0: at(0, 1, 2, 3), 4: wrong(4), 5: at(5) }, /^4: block 4: .*hash/, 3],
    [{ 0: at(0, 1, 2, 3), 4: at(4), 5: at(5) }, "2 added, 4 skipped", 5],
  ],
  "an older block of a forged sender": () => [
    [{ newer: at(FORGED + 1) }, "1 added, 0 skipped", FORGED + 1],
    [{ older: forged() }, /^older: block 3\b.*did not sign it/, FORGED + 1],
  ],
  "another block than a stored one": () => [
    [{ stored: at(0, 1) }, "2 added, 0 skipped", 1],
    [
      { other: at(1).replaceAll(`${blocks[1]?.block.hash}`, `0x${"12".repeat(32)}`) },
      "other: block 1 is already stored with another hash",
      1,
    ],
  ],
};

test.each(Object.entries(IMPORTS))("imports %s", async (_, steps) => {
  let store: string | undefined;
  for (const [contents, said, expected] of steps()) {
    const files = write(contents);
    const { error, told, newest, file } = await load(files, store);
    store = file;
    const [, added, known] = /^(\d+) blocks with \d+ .* in [\d.]+ s, (\d+) blocks/.exec(told) ?? [];
    const folder = `${dirname(files[0] ?? "")}/`;
    const report = error?.replaceAll(folder, "") ?? `${added} added, ${known} skipped`;
    expect(report).toEqual(typeof said === "string" ? said : expect.stringMatching(said));
    expect(newest).toBe(expected);
  }
});

withData("a process that stops at a gap says so, whatever its threads still check", async () => {
  const real = await realBlocks(/^1(5|703|768611[0-3])/);
  const files = write(Object.fromEntries(real.map((each, at) => [`${at}.json`, json(each)])));
  const data = join(temporaryFolder(), "data");
  const started = run(importing(data, files));
  expect(await started.code).toBe(1);
  expect(started.errors()).toMatch(/blocks 15537395 to 17034868 are missing, add them first/);
});

test("reads large files of any format", async () => {
  const padded = (block: unknown) => ({ ...(block as object), padding: "x".repeat(2 ** 21) });
  const [first, second, third, fourth, fifth, ...rest] = blocks;
  const files = write({
    "rest.jsonl": lines(rest.map((each, at) => (at === 0 ? padded(each) : each))),
    "list.json": json([third, second].map(padded)),
    "first.json.gz": gzipSync(json(first)),
    "spaced.json": JSON.stringify(padded(fourth), null, 2),
    "large.json.gz": gzipSync(json({ ...fifth, padding: "x".repeat(40 * 2 ** 20) })),
  });
  const { error, newest, shown, told } = await load(files);
  expect(error).toBeUndefined();
  const transactions = blocks.reduce((sum, { block }) => sum + block.transactions.length, 0);
  expect(told).toContain(`${blocks.length} blocks with ${transactions} transactions added in `);
  expect(newest).toBe(blocks.length - 1);
  const shares = shown.filter((line) => line.includes("% of the files"));
  expect(shares.map(parseFloat)).toEqual(blocks.map((_, at) => at + 1));
  expect(shares[0]).toMatch(/^1 blocks, \d+ % of the files, [\d.]+ blocks\/s, \d+ s left$/);
  expect(shown.at(-1)).toBe("");
  expect(shares.at(-1)).toMatch(/^\d+ blocks, 100 % of the files, [\d.]+ blocks\/s, \d+ s left$/);
});

test("imports standard input, alone", async () => {
  expect((await load(["-", "a.json"])).error).toBe(
    "standard input (-) is imported alone, without files",
  );
  const data = join(temporaryFolder(), "data");
  const { code, output } = await finished(importing(data, ["-"]), {}, gzipSync(lines(blocks)));
  expect(output).toMatch(new RegExp(`^${blocks.length} blocks with`, "m"));
  expect(code).toBe(0);
});

test("older blocks are the same as if they had been imported first", async () => {
  const [newest = "", older = "", oldest = ""] = write({
    "6-8.jsonl": at(6, 7, 8),
    "3-5.jsonl": at(3, 4, 5),
    "0-2.json": list(0, 1, 2),
  });
  const { file } = await load([newest]);
  await load([older, oldest], file);
  const whole = await load([oldest, older, newest]);
  const [stored, expected] = [await emptyStore(file), await emptyStore(whole.file)];
  expect(await contents(stored, chain)).toEqual(await contents(expected, chain));
});

test.each([
  ["a line", () => json(blocks[0])],
  ["a document over many lines", () => JSON.stringify(blocks[0], null, 2)],
])("%s that is too long for the memory is refused, with the mend", async (_name, content) => {
  const [file = ""] = write({ long: content() });
  const read = (maxBytes: number) => Readable.from(readBlockFile(file, maxBytes)).toArray();
  await expect(read(800)).rejects.toThrow(/long.*larger than 800 bytes; write one block per line/);
  await read(1_000_000);
});

test("memory use does not grow with the number of files", async () => {
  const padding = "x".repeat(3 * 2 ** 20);
  const folder = temporaryFolder();
  const files = await Promise.all(
    Array.from({ length: times(26, 40) }, async (_, at) => {
      const path = join(folder, `${at}.json.gz`);
      const text = json({ ...blocks[at % blocks.length], padding });
      await pipeline(Readable.from([text]), createGzip({ level: 1 }), createWriteStream(path));
      return path;
    }),
  );
  const env = { NODE_OPTIONS: "--max-old-space-size=64" };
  const { code, output } = await finished(importing(join(folder, "data"), files), env);
  expect(output).toMatch(/already stored$/m);
  expect(code).toBe(0);
});

test.runIf(isThorough)("older blocks larger than the memory are imported", async () => {
  const { block, receipts } = blocks[1] as RpcBlockWithReceipts;
  const word = (number: number) => `0x${number.toString(16).padStart(64, "0")}`;
  const input = `0x${"ab".repeat(200_000)}`;
  /** Nothing vouches for it: the chain is trusted. */
  const large = (number: number) => {
    const [hash, transactionHash] = [word(number + 1), word(1_000_000 + number)];
    const named = { ...block, hash, number: toQuantity(number), parentHash: word(number) };
    const transactions = block.transactions.map((each) => ({
      ...each,
      hash: transactionHash,
      input,
    }));
    const own = receipts.map((each) => ({ ...each, transactionHash, blockHash: hash, logs: [] }));
    return `${json({ block: { ...named, transactions }, receipts: own })}\n`;
  };
  const [newest = "", older = ""] = write({ newest: large(500), older: "" });
  const numbers = Array.from({ length: 500 }, (_, number) => number);
  await pipeline(Readable.from(numbers).map(large), createWriteStream(older));
  const data = join(temporaryFolder(), "data");
  const args = (file: string) => [...importing(data, [file]), "--trust", "ethereum"];
  expect(await call(args(newest))).toMatchObject({ code: 0 });
  const env = { NODE_OPTIONS: "--max-old-space-size=128" };
  const { code, output } = await finished(args(older), env);
  expect(output).toContain("500 blocks with 500 transactions added");
  expect(code).toBe(0);
});

test("an import needs no database but that of the chain", async () => {
  const { url } = await createDatabase();
  const down = `postgres://127.0.0.1:${await freePort()}/none`;
  const storage = ["--database", down, "--chain-database", `ethereum=${url}`];
  const files = write({ "0.json": json(blocks[0]) });
  const { code, output } = await call(["import", "--chain", "ethereum", ...storage, ...files]);
  expect(output).toMatch(/^1 blocks with 0 transactions added/);
  expect(code).toBe(0);
});

test("refuses a chain that another process writes, before the files are read", async () => {
  const { file } = await load(write({ a: at(0) }));
  const unlock = lockForWriting(file);
  expect((await load(["none.json"], file)).error).toBe(
    `${file} is locked by another process: stop the service, import, and start it again`,
  );
  unlock();
  expect((await load(write({ a: at(1) }), file)).newest).toBe(1);
});

test("blocks that are stored are not verified again", async () => {
  const files = write(Object.fromEntries(blocks.map((each, at) => [`${at}.json`, json(each)])));
  const { file, newest = 0 } = await load(files.slice(0, -1));
  // What the threads are told to do: of these, they only list hashes.
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  onTestFinished(() => sent.mockRestore());
  expect((await load(files, file)).told).toMatch(/^1 blocks with /);
  const tasks = sent.mock.calls.flatMap(([task]) => (task ? [task.checks.stored] : []));
  expect(tasks).toEqual(files.map(() => ({ oldest: 0, tip: newest })));
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
  expect(error).toMatch(new RegExp(`the sender of transaction ${forged}, 0x.*, did not sign it`));
  expect(newest).toBe("no file");
});

withData("blocks of another chain are refused by the chain id of their transactions", async () => {
  const data = join(temporaryFolder(), "data");
  const [block] = await realBlocks(/^17686120/);
  const files = write({ "ethereum.json": json(block) });
  const { code, output } = await call(importing(data, files, "base"));
  expect(code).toBe(1);
  expect(output).toMatch(
    /ethereum\.json: block 17686120: transactions of chain id 1; expected 8453/,
  );
});

test("accepts blocks without proof of trusted chains only", async () => {
  // Changes of a fork that this version does not know.
  const files = write({
    "1.json": json({ ...blocks[1], block: { ...blocks[1]?.block, extraData: "0x1234" } }),
  });
  const data = join(temporaryFolder(), "data");
  const trusting = (chains: string) => call([...importing(data, files, "base"), "--trust", chains]);
  const refused = await trusting("polygon");
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringMatching(/\/1\.json: block 1: the hash is not that of the header/),
  ]);
  expect(readdirSync(data)).toEqual([]);
  expect((await trusting("polygon,base")).output).toMatch(/^1 blocks with 1 transactions added/);
});

test("an imported chain has balances as soon as a node is given, without a new block", async () => {
  const { file } = await load(write({ all: lines(blocks) }));
  const store = await emptyStore(file);
  const service = await startService({}, { chains: new Map([["ethereum", store]]) });
  const balances = `/ethereum/v1/address/${chain.accounts[0]}/balance/erc20`;
  const before = await service.get(balances);
  expect([before.status, before.body.type]).toEqual([503, "/problems/balance-pending"]);
  followNodes(store, [chain.rpcUrl]);
  await caughtUp(store, chain);
  const { status, headers } = await service.get(balances);
  expect(status).toBe(200);
  expect(headers.get("chainkit-coverage")).toMatch(/ complete, pending=0, unreadable=0$/);
  expect(await contents(store, chain)).toEqual(await undisturbed(chain));
});
