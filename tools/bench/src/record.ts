import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Bar, barChart } from "./svg.ts";

/** Run, as a line of the history. */
interface Run {
  readonly table: string;
  readonly at: string;
  readonly node: string;
  readonly cores: number;
  readonly ratios: Readonly<Record<string, number>>;
}

/** Larger differences between the ratios of two runs are reported. */
const NOTABLE = 0.2;

/** Folder of charts and history. */
const FIGURES = join(import.meta.dirname, "../figures");

/**
 * Adds a run to the history and draws a chart of its ratios.
 *
 * @param table Name of the table and its chart.
 * @returns Lines that describe the changes since the last run.
 */
export async function record(
  table: string,
  bars: readonly Bar[],
  folder: string = FIGURES,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const history = join(folder, "history.jsonl");
  const before = (await runsOf(history)).findLast((run) => run.table === table);
  const run: Run = {
    table,
    at: new Date().toISOString(),
    node: process.version,
    cores: availableParallelism(),
    ratios: Object.fromEntries(
      bars.map(({ label, ratio }) => [nameOf(label), Number(ratio.toPrecision(3))]),
    ),
  };
  await appendFile(history, `${JSON.stringify(run)}\n`);
  await writeFile(join(folder, `${table}.svg`), barChart(`${table}: ratios of one run`, bars));
  return before ? changes(before, run) : [];
}

async function runsOf(history: string): Promise<Run[]> {
  const text = await readFile(history, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line): Run => JSON.parse(line));
}

function changes(before: Run, { ratios }: Run): string[] {
  return Object.entries(ratios).flatMap(([name, ratio]) => {
    const last = before.ratios[name];
    const isNotable = last !== undefined && Math.abs(Math.log(ratio / last)) > NOTABLE;
    return isNotable ? [`changed ${name}: ${last} in the last run, ${ratio} now`] : [];
  });
}

/** Removes the figures from labels, which differ in each run. */
function nameOf(label: string): string {
  return label.replace(/\d[\d,.]* transactions\/s/, "transactions");
}
