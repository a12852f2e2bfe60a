import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type RpcBlockWithReceipts, signedCopies } from "@chainkit/server/signed-copies";
import { type Figure, median, shown, sum } from "../../figures.ts";
import { openStore } from "../../store.ts";
import { type BenchContext, NODE_CHAIN } from "../context.ts";
import { distantNode } from "../distant-node.ts";
import { until } from "../processes.ts";
import { importFiles, startService } from "../service.ts";

/** Transactions per second. */
const AIM = 5_000;
const MAINNET_AIM = 10_000;
/** Blocks per second behind a node that takes so many milliseconds for a request. */
const DISTANT_AIMS = [
  { delayMs: 250, aim: 32 },
  { delayMs: 60, aim: 45 },
] as const;
/** Number of the first copy of the real blocks. */
const FIRST_COPY = 17_000_000;
/** Real blocks next to the repository, which are not part of it. */
const MAINNET = new URL("../../../../../../shared/data/mainnet/", import.meta.url).pathname;

/** Speed of ingesting, verifying and indexing blocks. */
export async function ingest(context: BenchContext): Promise<Figure[]> {
  const all = mainnetFiles();
  if (all.length === 0) {
    console.error("no real mainnet blocks in $CHAINKIT_MAINNET: measured without them");
    return [await served(context)];
  }
  const imported = await imports(context, all.slice(0, context.effort.realFiles));
  return [...imported, await served(context), ...(await distant(context, all))];
}

async function imports(context: BenchContext, files: readonly string[]): Promise<Figure[]> {
  const what = "import of real mainnet blocks";
  const real = await timeImport(context, files);
  const copies = await timeImport(context, await copiesOf(context, files));
  return [speed(what, MAINNET_AIM, real), speed(`${what} signed anew`, MAINNET_AIM, copies)];
}

async function served(context: BenchContext): Promise<Figure> {
  const { url, blocks } = await context.filledNode();
  const { nodeBlocks, perBlock } = context.effort;
  // Includes the genesis block.
  const seconds = await secondsToServe(await context.folder(), url, 0, blocks + 1);
  return speed("`serve`, blocks of anvil over RPC", AIM, (nodeBlocks * perBlock) / seconds);
}

/** Speed behind nodes that are far away, which more requests at once make up for. */
async function distant(context: BenchContext, files: readonly string[]): Promise<Figure[]> {
  const blocks = await readBlocks(files);
  const copies = [...signedCopies(blocks, 2 * context.effort.copies, FIRST_COPY)];
  const figures: Figure[] = [];
  for (const { delayMs, aim } of DISTANT_AIMS) {
    const node = await distantNode(copies, delayMs);
    for (const engine of ["SQLite", "PostgreSQL"] as const) {
      const store = await openStore(engine, await context.folder());
      const serving = secondsToServe(store.place, node.url, FIRST_COPY, copies.length);
      const perSecond = copies.length / (await serving.finally(store.stop));
      const what = `\`serve\`, real mainnet blocks of a node that takes ${delayMs} ms, ${engine}`;
      figures.push(figure(what, aim, perSecond, "blocks/s"));
    }
    await node.close();
  }
  return figures;
}

/** The longest run of real blocks, because `import` adds no others. */
function mainnetFiles(): readonly string[] {
  const folder = process.env.CHAINKIT_MAINNET ?? MAINNET;
  const numberOf = (file: string) => Number.parseInt(basename(file), 10);
  const all = globSync(`${folder}/*.json.gz`);
  let files: string[] = [];
  let last: string[] = [];
  for (const file of all.sort((a, b) => numberOf(a) - numberOf(b))) {
    const follows = numberOf(file) === numberOf(last.at(-1) ?? "") + 1;
    last = follows ? [...last, file] : [file];
    files = last.length > files.length ? last : files;
  }
  return files;
}

/** The real blocks are too few to import them for more than a moment. */
async function copiesOf(context: BenchContext, files: readonly string[]): Promise<string[]> {
  const { copies } = context.effort;
  const blocks = await readBlocks(files);
  const folder = await context.folder();
  const written: string[] = [];
  for (const copy of signedCopies(blocks, copies, FIRST_COPY)) {
    const file = join(folder, `${FIRST_COPY + written.length}.json.gz`);
    await writeFile(file, gzipSync(JSON.stringify(copy)));
    written.push(file);
  }
  return written;
}

/** Reads the blocks of compressed files. */
async function readBlocks(files: readonly string[]): Promise<RpcBlockWithReceipts[]> {
  const read = async (file: string) => JSON.parse(gunzipSync(await readFile(file)).toString());
  return (await Promise.all(files.map(read))).flat();
}

/**
 * Imports files and measures the time for all but the first ones: to read, verify, index and write. The
 * start of the program and compilation are in the time of the first ones, which are measured separately.
 *
 * @param files Files in block order.
 * @returns Transactions per second.
 */
async function timeImport({ folder, effort }: BenchContext, files: readonly string[]) {
  const first = files.slice(0, Math.ceil(files.length * effort.warmUp));
  const blocks = await readBlocks(files.slice(first.length));
  const counted = sum(blocks.map(({ block }) => block.transactions.length));
  const rates: number[] = [];
  while (rates.length < effort.imports) {
    const warmingUp = first.length > 0 ? await importFiles(await folder(), first) : 0;
    const seconds = (await importFiles(await folder(), files)) - warmingUp;
    rates.push(counted / seconds);
  }
  return median(rates);
}

/** Reading the metrics takes the service two milliseconds. */
const POLL_MS = 50;

/**
 * Runs `serve` with an empty storage until it has added all blocks of a node.
 *
 * @returns Duration in seconds, from when it listens.
 */
async function secondsToServe(storage: string, node: string, first: number, blocks: number) {
  const chain = ["--chain", `${NODE_CHAIN}=${node}`, "--from", String(first)];
  const service = await startService(storage, ...chain);
  const startedAt = performance.now();
  try {
    return await until("all blocks are served", POLL_MS, async () => {
      const added = (await service.metrics()).sum("chainkit_blocks_total");
      return added >= blocks && (performance.now() - startedAt) / 1000;
    });
  } finally {
    await service.stop();
  }
}

const speed = (what: string, aim: number, perSecond: number): Figure =>
  figure(what, aim, perSecond, "tx/s");

function figure(what: string, aim: number, perSecond: number, unit: string): Figure {
  return {
    what: `${what}, to the aim`,
    ratio: perSecond / aim,
    values: { perSecond },
    text: `${shown(perSecond)} ${unit}`,
    aim: {
      what: `at least ${shown(aim)} ${unit}, ${what}: ${shown(perSecond)}`,
      met: perSecond >= aim,
    },
  };
}
