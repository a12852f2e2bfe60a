import { expect, it } from "vitest";
import { COMPARISONS, figureOf } from "../src/clients.ts";
import { type Figure, formatGoals, ratioTable, report, shown } from "../src/figures.ts";
import { aimsOf, indexersTable } from "../src/indexers/index.ts";
import { figure as memory } from "../src/service/measures/soak.ts";

/** Our figure and that of a peer with the same features, beside others. */
function client(name: string, chainkit: number, redocly: number): Figure {
  const values = { chainkit, "openapi-fetch": 2_000, redocly, stainless: 2_000 };
  return figureOf(
    COMPARISONS[name] as (typeof COMPARISONS)[string],
    new Map(Object.entries(values)),
  );
}

/** Memory that is least at the ends of quarters. */
function grown(rss: number, heap: number): Figure {
  const samples = Array.from({ length: 26 }, () => ({ minute: 1, rss: 250, heap: 25 }));
  samples.splice(12, 1, { minute: 1, rss: 1, heap: 1 });
  samples.splice(18, 2, { minute: 1, rss: 200, heap: 20 }, { minute: 1, rss, heap });
  return memory(samples, 6, new Map([[200, 9]]), { sum: (name) => name.length });
}

const ours = { "wall s": 10, "processor s": 4.5, "memory MB": 100, "disk MB": 40 };
function indexer(what: string, more: object): Figure {
  const values = { ...ours, ...more };
  return { what, ratio: 1, values, text: "", aim: aimsOf(what, values, ours) };
}

it.each<[string, met: string, Figure]>([
  ["0.95 2,000 calls/s", "true true false", client("stub", 1_900, 1_957)],
  ["0.95 2,000 calls/s", "false false false", client("stub", 1_899, 1_957)],
  ["1 2,000 rows/s", "false true", client("paging", 2_000, 2_061)],
  ["2 2,000 ms", "true true false", client("import", 4_000, 3_880)],
  ["2.00 2,000 ms", "false false false", client("import", 4_001, 3_880)],
  ["1 ", "true", indexer("chainkit, SQLite", {})],
  ["1 ", "false", indexer("chainkit, SQLite", { "processor s": 4.6 })],
  ["1 ", "", indexer("chainkit, PostgreSQL", { "wall s": 1 })],
  ["1 ", "true true false true", indexer("Other", { "memory MB": 50 })],
  ["1.03 206 MB", "true", grown(206, 20)],
  ["1.03 200 MB", "false", grown(200, 20.7)],
])("%s, with goals that are met: %s", (line, met, { ratio, text, aim = [] }) => {
  const goals = [aim].flat().map((goal) => goal.met);
  expect([`${shown(ratio ?? 0)} ${text}`, goals.join(" ")]).toEqual([line, met]);
});

it("are rows of a table, before details and goals", () => {
  const figure = { what: "x", ratio: 0.125, values: { a: 1, b: 4 }, text: "t" };
  const aim = ["met", "missed"].map((what) => ({ what, met: what === "met" }));
  const all = [figure, { ...figure, ratio: null, detail: "more", aim }];
  expect(report(all)).toBe(
    "|   | ratio | figures |\n| - | ----- | ------- |\n| x | 0.13  | t       |\n| x | —     | t       |\n\nmore",
  );
  expect(ratioTable([figure], ["a", "c"], "b")).toMatch(/\n\| x \| 0.25 \| NaN \| t +\|$/);
  const table = indexersTable([indexer("Other", { "page of 100 µs": 3_000 })]);
  expect(table).toMatch(/\n\| Other \| 10 +\| 4.50 +\| 100 +\| 40 +\| — +\| 3,000 +\|$/);
  const [more, less] = [client("stub", 1_900, 1), client("import", 4_000, 1)].map(
    (each) => each.aim,
  );
  expect(JSON.stringify([more, less])).toMatch(/: at least 0.95: 0.95".*: at most 2: 2.00"/);
  expect(formatGoals(all)).toEqual(["met     met", "NOT met missed"]);
  expect(grown(250, 25).detail).toMatch(/^21 blocks, 21 reorg.* 9 × 200\n\n(.+\n){11}.+$/);
  expect([Number.NaN, 9.99, 10.25, 100.5].map(shown).join(" ")).toBe("— 9.99 10.3 101");
});
