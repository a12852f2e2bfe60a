import type { Figure } from "../figures.ts";
import { defineMode } from "../mode.ts";
import { type Effort, QUICK, THOROUGH } from "./effort.ts";
import { ingest } from "./ingest.ts";
import { reads } from "./reads.ts";
import { real } from "./real.ts";
import { rollback } from "./rollback.ts";
import { openStores, type Stores } from "./stores.ts";

interface Resources {
  readonly stores: Stores;
  readonly effort: Effort;
  /** Adds the blocks that the other measures need, once. */
  ingested(): Promise<Figure[]>;
}

/** PostgreSQL, compared with SQLite. */
export const mode = defineMode<Resources>({
  measures: {
    ingest: ({ ingested }) => ingested(),
    async reads({ stores, effort, ingested }) {
      await ingested();
      return reads(stores, effort);
    },
    async rollback({ stores, effort, ingested }) {
      await ingested();
      return rollback(stores, effort);
    },
    real: ({ stores, effort }) => real(stores, effort),
  },
  async open({ quick }) {
    const effort = quick ? QUICK : THOROUGH;
    const stores = await openStores(effort.blocksPerRange);
    let figures: Promise<Figure[]> | undefined;
    const ingested = () => {
      figures ??= ingest(stores, effort);
      return figures;
    };
    return { stores, effort, ingested };
  },
  close: ({ stores }) => stores.close(),
});
