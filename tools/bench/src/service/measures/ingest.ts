import { existsSync, globSync } from "node:fs";
import { type BenchContext, NODE_CHAIN } from "../context.ts";
import { type Figure, shown } from "../figures.ts";
import { type Imported, timeImport } from "../importing.ts";
import { startService } from "../service.ts";
import { until } from "../until.ts";

const AIM = 5_000;
/** Real blocks next to the repository, which are not part of it. */
const MAINNET = new URL("../../../../../../shared/data/mainnet/", import.meta.url).pathname;

/** Speed of ingesting, verifying and indexing blocks. */
export async function ingest(context: BenchContext): Promise<Figure[]> {
  const imports: readonly (readonly [string, Imported | undefined])[] = [
    ["real mainnet blocks", await importMainnet(context)],
    ["blocks of anvil", await context.imported()],
  ];
  return [
    ...imports.flatMap(([what, imported]) =>
      imported ? [speed(`import of ${what}`, imported.perSecond), size(what, imported)] : [],
    ),
    await backfill(context),
  ];
}

async function importMainnet(context: BenchContext): Promise<Imported | undefined> {
  const folder = process.env.CHAINKIT_MAINNET ?? MAINNET;
  const files = existsSync(folder) ? globSync(`${folder}/*.json.gz`).sort() : [];
  if (files.length < 2) {
    console.error("no real mainnet blocks in $CHAINKIT_MAINNET: measured without them");
    return undefined;
  }
  return timeImport(context, "ethereum", files);
}

/** Time from the first to the last transaction that the service adds. */
async function backfill(context: BenchContext): Promise<Figure> {
  const { url, blocks } = await context.filledNode();
  const args = ["--chain", `${NODE_CHAIN}=${url}`, "--from", "0"];
  const service = await startService(await context.folder(), ...args);
  try {
    let first: { at: number; count: number; cpu: number } | undefined;
    return await until("all blocks are served", 20, async () => {
      const metrics = await service.metrics();
      const at = performance.now();
      const count = metrics.sum("chainkit_transactions_total");
      const cpu = metrics.sum("process_cpu_seconds_total");
      // Includes the genesis block.
      const done = metrics.sum("chainkit_blocks_total") > blocks;
      // Excludes the start of the program.
      if (count === 0 || !first) {
        first = { at, count, cpu };
      }
      if (!done) {
        return undefined;
      }
      const added = count - first.count;
      const perSecond = added / ((at - first.at) / 1000);
      return speed("`serve`, blocks of anvil over RPC", perSecond, added / (cpu - first.cpu));
    });
  } finally {
    await service.stop();
  }
}

function speed(what: string, perSecond: number, perCpuSecond?: number): Figure {
  return {
    what: `${what}, to the aim`,
    ratio: perSecond / AIM,
    values: { perSecond, ...(perCpuSecond && { perCpuSecond }) },
    text:
      `${shown(perSecond)} transactions/s` +
      (perCpuSecond ? `, ${shown(perCpuSecond)} per processor second of the service` : ""),
    aim: {
      what: `at least ${shown(AIM)} transactions/s, ${what}: ${shown(perSecond)}`,
      met: perSecond >= AIM,
    },
  };
}

function size(what: string, { databaseBytes, inputBytes, transactions }: Imported): Figure {
  const [stored, input] = [databaseBytes / transactions, inputBytes / transactions];
  return {
    what: `bytes of the database to bytes of input, ${what}`,
    ratio: stored / input,
    values: { stored, input, transactions },
    text: `${shown(stored)} to ${shown(input)} for each of ${shown(transactions)} transactions`,
  };
}
