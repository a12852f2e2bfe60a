import { gzipSync } from "node:zlib";
import { bundlePeer } from "../bundle.ts";
import type { Bodies } from "../data.ts";
import type { Goal } from "../figures.ts";
import { peers } from "../peers.ts";
import type { Effort } from "../rounds.ts";
import { overLoopback, stubbed } from "./calls.ts";
import { importMillis } from "./importing.ts";

/** Measure of all peers. */
export interface ClientMeasure {
  readonly title: string;
  readonly unit: string;
  readonly better: "more" | "less";
  /** Judges the ratio of our client to openapi-fetch. */
  readonly goal?: (ratio: number) => Goal;
  /** Results by name of the peer. */
  readonly measure: (effort: Effort, bodies: Bodies) => Promise<ReadonlyMap<string, number>>;
}

const perCall = { unit: "calls/s", better: "more" } as const;

/** All measures, by their name for `--only`. */
export const measures: Readonly<Record<string, ClientMeasure>> = {
  stub: {
    ...perCall,
    title: "calls, stubbed `fetch`, small body",
    goal: (ratio) => ({
      what: `at least 0.95 × openapi-fetch on the stub: ${ratio.toFixed(2)}`,
      met: ratio >= 0.95,
    }),
    measure: (effort, { small }) => stubbed(small, effort),
  },
  "stub-page": {
    ...perCall,
    title: "calls, stubbed `fetch`, 100 rows",
    measure: (effort, { pages }) => stubbed(pages.at(-1) ?? "", effort),
  },
  loopback: {
    ...perCall,
    title: "calls over loopback, 100 rows",
    measure: (effort, { pages }) => overLoopback(pages, effort, (client) => client.page()),
  },
  paging: {
    title: "whole listing, pages of 100 rows",
    unit: "rows/s",
    better: "more",
    measure: async (effort, { pages }) => {
      const rows = pages.length * 100;
      const listings = await overLoopback(pages, effort, async (client) => {
        const items = await client.count();
        if (items !== rows) {
          throw new Error(`${items} rows instead of ${rows}`);
        }
      });
      return new Map([...listings].map(([name, rate]) => [name, rate * rows]));
    },
  },
  import: {
    title: "cold import, installed",
    unit: "ms",
    better: "less",
    goal: (ratio) => ({
      what: `cold import at most 2 × openapi-fetch: ${ratio.toFixed(2)}`,
      met: ratio <= 2,
    }),
    measure: ({ processRounds }) => importMillis(processRounds, "installed"),
  },
  "import-bundled": {
    title: "cold import, bundled",
    unit: "ms",
    better: "less",
    measure: ({ processRounds }) => importMillis(processRounds, "bundled"),
  },
  size: {
    title: "size, minified and gzipped",
    unit: "bytes",
    better: "less",
    measure: async () => {
      const sizes = peers.map(async (peer): Promise<[string, number]> => {
        const code = await bundlePeer(peer, "browser");
        return [peer.name, gzipSync(code, { level: 9 }).byteLength];
      });
      return new Map(await Promise.all(sizes));
    },
  },
};
