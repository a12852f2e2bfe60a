import { expect, it, vi } from "vitest";
import { COMPARISONS, figureOf } from "../src/clients.ts";
import { type Figure, formatGoals, ratioTable, report, shown } from "../src/figures.ts";
import { indexersTable } from "../src/indexers/index.ts";
import { defineMode } from "../src/mode.ts";
import { inTurn, perSecond } from "../src/rounds.ts";
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

it.each<[string, met: string, Figure]>([
  ["0.95 2,000 calls/s", "true true false", client("stub", 1_900, 1_957)],
  ["0.95 2,000 calls/s", "false false false", client("stub", 1_899, 1_957)],
  ["1 2,000 rows/s", "false true", client("paging", 2_000, 2_061)],
  ["2 2,000 ms", "true true false", client("import", 4_000, 3_880)],
  ["2.00 2,000 ms", "false false false", client("import", 4_001, 3_880)],
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
  const table = indexersTable([{ ...figure, values: { "wall s": 4.5, "page of 100 µs": 3_000 } }]);
  expect(table).toMatch(/\n\| x \| 4.50 +(\| — +){4}\| 3,000 +\|$/);
  const goals = [client("stub", 1_900, 1), client("import", 4_000, 1)].map(({ aim }) => aim);
  expect(JSON.stringify(goals)).toMatch(/: at least 0.95: 0.95".*: at most 2: 2.00"/);
  expect(formatGoals(all)).toEqual(["met     met", "NOT met missed"]);
  expect(grown(250, 25).detail).toMatch(/^21 blocks, 21 reorg.* 9 × 200\n\n(.+\n){11}.+$/);
  expect([Number.NaN, 9.99, 10.25, 100.5].map(shown).join(" ")).toBe("— 9.99 10.3 101");
});

it("takes the median of all rounds but the first, in any order", async () => {
  vi.spyOn(Math, "random").mockReturnValueOnce(0.9).mockReturnValueOnce(0.1);
  const taken: Record<string, number[]> = { a: [9, 1, 3, 2], b: [0, 8, 7, 9] };
  const turns: string[] = [];
  const medians = await inTurn([{ name: "a" }, { name: "b" }], 3, async ({ name }) => {
    turns.push(name);
    return Number(taken[name]?.shift());
  });
  expect([Object.fromEntries(medians), ...turns.slice(0, 2)]).toEqual([{ a: 2, b: 8 }, "b", "a"]);
});

it("counts runs for as long as it is told, by the clock that it is given", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const run = async () => void vi.advanceTimersByTime(4);
  const rateBy = async (clock?: () => number) => {
    const effort = { rounds: 1, millis: 8, processRounds: 1 };
    return [(await perSecond([{ name: "a", run }], effort, clock)).get("a"), performance.now()];
  };
  const from = performance.now();
  expect(await rateBy()).toEqual([250, from + 16]);
  expect(await rateBy(() => performance.now() * 2)).toEqual([125, from + 32]);
  vi.useRealTimers();
});

it("makes the measures that are named, or the short ones", async () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  const figure = { what: "x", ratio: null, values: {}, text: "t", aim: { what: "g", met: true } };
  const close = vi.fn();
  const measures = { a: async () => [figure], b: async () => [], c: async () => [] };
  const { run } = defineMode({ measures, long: ["b"], open: async () => 1, close, format: String });
  await run({ json: true });
  await run({ json: true, only: ["b"] });
  await run({});
  const json = JSON.stringify({ a: [figure], c: [] });
  const table = "[object Object]\n\nmet     g";
  expect(said.mock.calls.flat()).toEqual([json, '{"b":[]}', table]);
  expect(close.mock.calls).toEqual([[1], [1], [1]]);
});
