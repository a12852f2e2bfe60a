import { type Figure, median, millis, shown, sum } from "../figures.ts";
import { blockOf, PER_BLOCK } from "./blocks.ts";
import type { Effort } from "./effort.ts";
import { addEach, figure, RANGES, seconds, sizeFigure } from "./measure.ts";
import type { Stores } from "./stores.ts";

/** Ingest of one block per commit, in turns, and bytes per transaction. */
export async function ingest(stores: Stores, effort: Effort): Promise<Figure[]> {
  const { blocksPerRange } = effort;
  const times: { readonly sqlite: number[]; readonly postgres: number[] } = {
    sqlite: [],
    postgres: [],
  };
  const trips: number[] = [];
  for (let range = 0; range < RANGES; range++) {
    const first = range * blocksPerRange;
    const changes = Array.from({ length: blocksPerRange }, (_, at) => blockOf(first + at));
    let turns = stores.roundTrips();
    const note = () => {
      trips.push(stores.roundTrips() - turns);
      turns = stores.roundTrips();
    };
    const order = range % 2 ? (["postgres", "sqlite"] as const) : (["sqlite", "postgres"] as const);
    for (const engine of order) {
      const add = () => addEach(stores[engine], changes, note);
      times[engine].push(await seconds(add));
    }
    await stores.checkpoint();
  }
  const blocks = RANGES * blocksPerRange;
  // SQLite adds none.
  const perBlock = median(trips.filter((count) => count > 0));
  const [sqlite, postgres] = [sum(times.sqlite), sum(times.postgres)];
  const rate = (time: number) => `${shown((blocks * PER_BLOCK) / time)} tx/s`;
  const early = median(times.postgres.slice(0, 4));
  const late = median(times.postgres.slice(16));
  return [
    figure(
      "one block of 200 per commit",
      sqlite / postgres,
      "≥ 1",
      sqlite >= postgres,
      `${rate(postgres)}, SQLite ${rate(sqlite)}`,
    ),
    figure(
      "17th to 20th range, to the first four",
      early / late,
      "≥ 0.9",
      early / late >= 0.9,
      `${shown(blocksPerRange * PER_BLOCK)} transactions each, ${millis(late)} and ${millis(early)}`,
    ),
    figure(
      "round trips per block at the head",
      perBlock,
      "1",
      perBlock === 1,
      `median of ${shown(blocks)} blocks; ${shown(sum(trips) / blocks)} with leases and new ranges`,
    ),
    await sizeFigure("synthetic", stores, blocks * PER_BLOCK, 1.35),
  ];
}
