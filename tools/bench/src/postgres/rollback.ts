import { type Figure, median, millis } from "../figures.ts";
import { blockOf, nameOf, PER_BLOCK } from "./blocks.ts";
import type { Effort } from "./effort.ts";
import { addEach, figure, RANGES, seconds } from "./measure.ts";
import type { Stores } from "./stores.ts";

const DEPTH = 64;

/** Rollback of 64 blocks of 200 transactions. */
export async function rollback(stores: Stores, effort: Effort): Promise<Figure[]> {
  const last = RANGES * effort.blocksPerRange - 1;
  const times: Record<"sqlite" | "postgres", number[]> = { sqlite: [], postgres: [] };
  const changes = Array.from({ length: DEPTH }, (_, at) => blockOf(last - DEPTH + 1 + at));
  for (let round = 0; round < effort.rollbacks; round++) {
    for (const engine of ["sqlite", "postgres"] as const) {
      const { writer } = stores[engine];
      times[engine].push(await seconds(() => writer.rollbackTo(last - DEPTH, nameOf(last))));
      await addEach(stores[engine], changes);
    }
  }
  const [own, other] = [median(times.postgres), median(times.sqlite)];
  const text = `${millis(own)}, SQLite ${millis(other)}`;
  const ratio = own / other;
  return [
    figure(`time of a rollback of ${DEPTH} × ${PER_BLOCK}`, ratio, "≤ 0.25", ratio <= 0.25, text),
  ];
}
