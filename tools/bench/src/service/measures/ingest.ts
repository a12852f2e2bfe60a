import { existsSync, globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { signedCopies } from "@chainkit/server/signed-copies";
import { type Figure, shown } from "../../figures.ts";
import { openStore } from "../../store.ts";
import type { BenchContext } from "../context.ts";
import { serveDistant } from "../distant-node.ts";
import { type Imported, readEntries, timeImport } from "../importing.ts";
import { hasOwnProcessors, withOwnProcessor } from "../processors.ts";
import { type Fetched, fetchBare, type Served, serveBlocks } from "../serving.ts";

/** Transactions per second. */
const AIM = 5_000;
const MAINNET_AIM = 10_000;
/** Blocks per second behind a node that takes so many milliseconds for a request. */
const DISTANT_AIMS = [
  { delayMs: 250, aim: 32 },
  { delayMs: 60, aim: 45 },
] as const;
/** Consecutive ordinary blocks. */
const ORDINARY = /176861\d\d\.json\.gz$/;
/** Number of the first copy of the real blocks. */
const FIRST_COPY = 17_000_000;
/** Real blocks next to the repository, which are not part of it. */
const MAINNET = new URL("../../../../../../shared/data/mainnet/", import.meta.url).pathname;

/** Speed of ingesting, verifying and indexing blocks. */
export async function ingest(context: BenchContext): Promise<Figure[]> {
  const all = mainnetFiles();
  const files = all?.slice(0, context.effort.realFiles);
  const real = files && (await timeImport(context, "ethereum", files));
  const copies = files && (await importCopies(context, files));
  const anvil = await context.imported();
  const served = await serveBlocks(context);
  const ofReal = "real mainnet blocks";
  return [
    ...(real ? [speed(`import of ${ofReal}`, MAINNET_AIM, real.perSecond)] : []),
    ...(copies ? [speed(`import of ${ofReal} signed anew`, MAINNET_AIM, copies.perSecond)] : []),
    speed("import of blocks of anvil", AIM, anvil.perSecond),
    speed("`serve`, blocks of anvil over RPC", AIM, served.perSecond, served.perCpuSecond),
    toBare("fetching the same blocks bare", served, await fetchBare(context)),
    ...(await apart(context)),
    ...(all ? await distant(context, all) : []),
  ];
}

/** Speed behind nodes that are far away, which more requests at once make up for. */
async function distant(context: BenchContext, files: readonly string[]): Promise<Figure[]> {
  const ordinary = files.filter((file) => ORDINARY.test(file));
  const blocks = (await Promise.all(ordinary.map(readEntries))).flat();
  const copies = [...signedCopies(blocks, 2 * context.effort.copies, FIRST_COPY)];
  const figures: Figure[] = [];
  for (const { delayMs, aim } of copies.length > 0 ? DISTANT_AIMS : []) {
    for (const engine of ["SQLite", "PostgreSQL"] as const) {
      const store = await openStore(engine, await context.folder());
      const perSecond = await serveDistant(store.place, copies, delayMs).finally(store.stop);
      const what = `\`serve\`, real mainnet blocks of a node that takes ${delayMs} ms, ${engine}`;
      figures.push({
        what: `${what}, to the aim`,
        ratio: perSecond / aim,
        values: { perSecond },
        text: `${shown(perSecond)} blocks/s`,
        aim: {
          what: `at least ${aim} blocks/s, ${what}: ${shown(perSecond)}`,
          met: perSecond >= aim,
        },
      });
    }
  }
  return figures;
}

/** The longest run of real blocks, because `import` adds no others; undefined if there is none. */
function mainnetFiles(): readonly string[] | undefined {
  const folder = process.env.CHAINKIT_MAINNET ?? MAINNET;
  const numberOf = (file: string) => Number.parseInt(basename(file), 10);
  const all = existsSync(folder) ? globSync(`${folder}/*.json.gz`) : [];
  let files: string[] = [];
  let last: string[] = [];
  for (const file of all.sort((a, b) => numberOf(a) - numberOf(b))) {
    const previous = last.at(-1);
    const follows = previous !== undefined && numberOf(file) === numberOf(previous) + 1;
    last = follows ? [...last, file] : [file];
    files = last.length > files.length ? last : files;
  }
  if (files.length < 2) {
    console.error("no real mainnet blocks in $CHAINKIT_MAINNET: measured without them");
    return undefined;
  }
  return files;
}

/** The real blocks are too few to import them for more than a moment. */
async function importCopies(context: BenchContext, files: readonly string[]): Promise<Imported> {
  const { copies } = context.effort;
  const blocks = (await Promise.all(files.map(readEntries))).flat();
  const folder = await context.folder();
  const written: string[] = [];
  for (const copy of signedCopies(blocks, copies, FIRST_COPY)) {
    const file = join(folder, `${FIRST_COPY + written.length}.json.gz`);
    await writeFile(file, gzipSync(JSON.stringify(copy)));
    written.push(file);
  }
  return timeImport(context, "ethereum", written);
}

/** The same where the node does not share its processor, as one of a provider. */
async function apart(context: BenchContext): Promise<Figure[]> {
  if (!hasOwnProcessors()) {
    console.error("no processor for the node alone: measured without it");
    return [];
  }
  const { pid } = await context.filledNode();
  return withOwnProcessor(pid, async () => {
    const served = await serveBlocks(context);
    return [toBare("that, with a node on its own processor", served, await fetchBare(context))];
  });
}

function toBare(to: string, served: Served, bare: Fetched): Figure {
  const { perSecond, nodeCores, serviceCores } = served;
  return {
    what: `\`serve\`, to ${to}`,
    ratio: perSecond / bare.perSecond,
    values: {
      perSecond,
      nodeCores,
      serviceCores,
      bare: bare.perSecond,
      bareNodeCores: bare.nodeCores,
    },
    text: `${shown(perSecond)} tx/s`,
  };
}

function speed(what: string, aim: number, perSecond: number, perCpuSecond?: number): Figure {
  return {
    what: `${what}, to the aim`,
    ratio: perSecond / aim,
    values: { perSecond, ...(perCpuSecond && { perCpuSecond }) },
    text: `${shown(perSecond)} tx/s`,
    aim: {
      what: `at least ${shown(aim)} transactions/s, ${what}: ${shown(perSecond)}`,
      met: perSecond >= aim,
    },
  };
}
