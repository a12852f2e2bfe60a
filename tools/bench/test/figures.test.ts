import { expect, it, vi } from "vitest";
import { COMPARISONS, figureOf } from "../src/clients.ts";
import { type Figure, formatGoals, ratioTable, report, shown } from "../src/figures.ts";
import { aimsOf, indexersTable } from "../src/indexers/index.ts";
import { defineMode } from "../src/mode.ts";
import { inTurn, perSecond } from "../src/rounds.ts";
import { figure as speed } from "../src/service/measures/ingest.ts";
import { FIRST_READS, figure as read } from "../src/service/measures/reads.ts";
import { figure as memory } from "../src/service/measures/soak.ts";

const mapOf = <Value>(values: Readonly<Record<string, Value>>) => new Map(Object.entries(values));

/** A figure of clients, of what ours and a peer with the same features reach. */
function client(name: string, chainkit: number, redocly: number): Figure {
  const values = mapOf({ chainkit, "openapi-fetch": 2_000, redocly });
  return figureOf(COMPARISONS[name] as (typeof COMPARISONS)[string], values);
}

/** Memory that is least at the ends of quarters, in more samples than two for each row that is shown. */
function grown(rss: number, heap: number): Figure {
  const least = mapOf({ 12: { rss: 1, heap: 1 }, 18: { rss: 200, heap: 20 }, 19: { rss, heap } });
  const samples = Array.from({ length: 26 }, (_, at) => {
    return { minute: at / 4, rss: 250, heap: 25, ...least.get(String(at)) };
  });
  const statuses = new Map([200, 404].map((status) => [status, status * 10]));
  return memory(samples, 6, statuses, { sum: (name) => name.length });
}

const ours = { "wall s": 10, "processor s": 4.5, "memory MB": 100, "disk MB": 40 };
const indexer = (what: string, values: Figure["values"], aim = aimsOf(what, values, ours)) => ({
  ...{ what, ratio: null, values, text: "", aim },
});

it("the catalogue of figures: tables, and which goals are met", async () => {
  const clients = [
    ...[client("stub", 1_900, 1_957), client("stub", 1_899, 1_957)],
    ...[client("loopback", 1_000, 1_030), client("paging", 1_000, 1_031)],
    ...[client("import", 4_000, 3_880), client("import", 4_001, 3_880)],
  ];
  const service = [
    ...FIRST_READS.flatMap(({ what, aim = 0, times = 1, pathOf }) => [
      read(`${what} × ${times}, ${pathOf(25)}`, aim, mapOf({ service: 125, ready: 125 * aim })),
      read(what, aim, mapOf({ service: 1, ready: aim - 0.01 })),
    ]),
    read("without an aim", undefined, new Map()),
    ...[speed("blocks", 50, 50, "blocks/s"), speed("blocks", 50, 49, "blocks/s")],
    ...[grown(206, 20), grown(200, 20.7)],
    { what: "none", ratio: null, values: {}, text: "" },
  ];
  const indexers = [
    indexer("chainkit, SQLite", ours),
    indexer("chainkit, SQLite", { ...ours, "processor s": 4.6 }),
    indexer("chainkit, PostgreSQL", { ...ours, "wall s": 1, "transaction µs": 321.4 }),
    indexer("Other", { ...ours, "memory MB": 50, "page of 100 µs": 3_000 }),
    indexer("Lacking", { "wall s": 10.25 }),
    indexer("Without ours", ours, aimsOf("Without ours", ours)),
  ];
  const texts = [
    [Number.NaN, 0, 0.125, 9.99, 10, 10.25, 99.94, 100.5, 1_234.5].map(shown).join(" "),
    ratioTable(clients, ["chainkit", "openapi-fetch", "redocly"], "openapi-fetch"),
    report(service),
    indexersTable(indexers),
    ...[clients, service, indexers].map((each) => formatGoals(each).join("\n")),
  ];
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot("catalogue/figures.txt");
});

it("are made in the order of the measures, of those that are asked for", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const note = vi.spyOn(console, "error").mockReturnValue();
  const figure = { what: "x", ratio: 1, values: {}, text: "", aim: { what: "y", met: true } };
  const close = vi.fn();
  const failing = vi.fn().mockRejectedValueOnce(new Error("it failed")).mockResolvedValue([]);
  const { names, run } = defineMode({
    measures: { a: async (ratio) => [{ ...figure, ratio }], b: failing, soak: async () => [] },
    long: ["soak"],
    open: async ({ quick }) => (quick ? 1 : 2),
    close,
  });
  expect(names).toEqual(["a", "b", "soak"]);
  await expect(run({ json: true })).rejects.toThrow("it failed");
  await run({ json: true, quick: true });
  await run({ only: ["soak", "a"] });
  await run({ json: true, only: ["b"], soak: 1 });
  expect(log.mock.calls.flat()).toEqual([
    JSON.stringify({ a: [figure], b: [] }),
    `${report([{ ...figure, ratio: 2 }])}\n\nmet     y`,
    '{"b":[],"soak":[]}',
  ]);
  const measured = note.mock.calls.map(([line]) => /^measuring (\w+) …$/.exec(line)?.[1]);
  expect(measured.join(" ")).toBe("a b a b a soak b soak");
  expect(close.mock.calls).toEqual([[2], [1], [2], [2]]);
});

it("are medians of rounds, without that of the warm-up", async () => {
  const turns = mapOf({ one: [9, 1, 17, 3], two: [9, 4, 2], none: [] });
  const names = [...turns.keys()].map((name) => ({ name }));
  const rounds = (name: string) => turns.get(name)?.shift() ?? Number.NaN;
  expect(await inTurn(names, 3, async ({ name }) => rounds(name))).toEqual(
    mapOf({ one: 3, two: 4, none: Number.NaN }),
  );
  let clock = 0;
  const run = async () => {
    clock += 4;
  };
  const effort = { rounds: 1, millis: 0, processRounds: 0 };
  const rates = await perSecond([{ name: "run", run }], effort, () => clock);
  expect(rates).toEqual(mapOf({ run: 250 }));
});
