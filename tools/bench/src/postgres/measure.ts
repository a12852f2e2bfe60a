import type { BlockChange } from "@chainkit/server/workspace";
import { type Figure, shown } from "../figures.ts";
import { nameOf } from "./blocks.ts";
import type { Store, Stores } from "./stores.ts";

/** Ranges of blocks that are ingested. */
export const RANGES = 20;

/** The time now, in seconds. */
export const now = (): number => performance.now() / 1000;

/** Returns how long work takes. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = now();
  await work();
  return now() - start;
}

/** Creates the figure of a ratio that has an aim. */
export function figure(
  what: string,
  ratio: number,
  aim: string,
  met: boolean,
  text: string,
): Figure {
  const shownAim = `${what}: ${shown(ratio)}, aim ${aim}`;
  return { what, ratio, values: { ratio }, text, aim: { what: shownAim, met } };
}

/** Adds blocks one by one, each with its own commit. */
export async function addEach(
  { writer }: Store,
  changes: readonly BlockChange[],
  note: () => void = () => {},
): Promise<void> {
  for (const change of changes) {
    const { number } = change.block;
    if (!(await writer.addBlocks([change], number > 0 ? nameOf(number - 1) : undefined))) {
      throw new Error(`block ${number} was not added`);
    }
    note();
  }
}

/** Creates the figure of the bytes per transaction in PostgreSQL, to those in SQLite. */
export async function sizeFigure(
  name: string,
  { sqlite, postgres }: Pick<Stores, "sqlite" | "postgres">,
  transactions: number,
  aim: number,
): Promise<Figure> {
  const [ours, theirs] = [await sqlite.reader.size(), await postgres.reader.size()];
  const [own, other] = [theirs / transactions, ours / transactions];
  return figure(
    `bytes per transaction, ${name}`,
    own / other,
    `≤ ${aim}`,
    own / other <= aim,
    `${shown(own)} bytes, SQLite ${shown(other)}, of ${shown(transactions)} transactions`,
  );
}
