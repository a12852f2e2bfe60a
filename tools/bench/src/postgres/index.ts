import { record } from "../record.ts";
import type { Figure } from "../service/figures.ts";
import { aims, bars, report } from "../service/report.ts";
import { QUICK, THOROUGH } from "./effort.ts";
import { ingest } from "./ingest.ts";
import { reads } from "./reads.ts";
import { real } from "./real.ts";
import { rollback } from "./rollback.ts";
import { openStores } from "./stores.ts";

/** Compares PostgreSQL to SQLite in one run, and prints the ratios. */
export async function measurePostgres(options: {
  readonly quick: boolean;
  readonly json: boolean;
  readonly record: boolean;
}): Promise<void> {
  const effort = options.quick ? QUICK : THOROUGH;
  const stores = await openStores(effort.blocksPerRange);
  const figures: Figure[] = [];
  try {
    for (const measure of [ingest, reads, rollback, real]) {
      console.error(`measuring ${measure.name} …`);
      figures.push(...(await measure(stores, effort)));
    }
  } finally {
    await stores.close();
  }
  console.log(
    options.json ? JSON.stringify(figures) : `${report(figures)}\n\n${aims(figures).join("\n")}`,
  );
  if (options.record) {
    console.log((await record("postgres", bars(figures))).join("\n"));
  }
}
