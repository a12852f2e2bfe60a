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
const indexer = (what: string, more: object = {}, own: Figure["values"] | undefined = ours) => {
  const values = { ...ours, ...more };
  return { what, ratio: null, values, text: "", aim: aimsOf(what, values, own) };
};

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
    ...[grown(206, 20), grown(200, 20.7), indexer("no figure")],
  ];
  const indexers = [
    ...[indexer("chainkit, SQLite"), indexer("chainkit, SQLite", { "processor s": 4.6 })],
    indexer("chainkit, PostgreSQL", { "wall s": 1, "transaction µs": 321.4 }),
    indexer("Other", { "wall s": 10.25, "memory MB": 50, "page of 100 µs": 3_000 }),
    indexer("Without ours", { "disk MB": undefined }, {}),
  ];
  const texts = [
    [Number.NaN, 0, 0.125, 9.99, 10, 10.25, 99.94, 100.5, 1_234.5].map(shown).join(" "),
    ratioTable(clients, ["chainkit", "openapi-fetch", "redocly"], "openapi-fetch"),
    ...[report(service), indexersTable(indexers)],
    ...[clients, service, indexers].map((each) => formatGoals(each).join("\n")),
  ];
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot("catalogue/figures.txt");
});

it("are made in the order of the measures, of those that are asked for", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  const close = vi.fn();
  const failing = vi.fn().mockRejectedValueOnce(new Error("it failed")).mockResolvedValue([]);
  const { names, run } = defineMode({
    measures: { a: async (what) => [indexer(what)], b: failing, soak: async () => [] },
    long: ["soak"],
    open: async ({ quick }) => (quick ? "quick" : "chainkit, SQLite"),
    close,
  });
  expect(names).toEqual(["a", "b", "soak"]);
  await expect(run({ json: true })).rejects.toThrow("it failed");
  await run({ json: true, quick: true });
  await run({ only: ["soak", "a"] });
  await run({ json: true, only: ["b"], soak: 1 });
  const figures = [indexer("chainkit, SQLite")];
  expect(log.mock.calls.flat()).toEqual([
    JSON.stringify({ a: [indexer("quick")], b: [] }),
    `${report(figures)}\n\n${formatGoals(figures)}`,
    '{"b":[],"soak":[]}',
  ]);
  expect(close.mock.calls.join(" ")).toBe(
    "chainkit, SQLite quick chainkit, SQLite chainkit, SQLite",
  );
});

it("are medians of rounds, without that of the warm-up", async () => {
  const turns = mapOf({ one: [9, 1, 17, 3], two: [9, 4, 2], none: [] });
  const names = [...turns.keys()].map((name) => ({ name }));
  const turn = async ({ name }: { name: string }) => turns.get(name)?.shift() ?? Number.NaN;
  expect(await inTurn(names, 3, turn)).toEqual(mapOf({ one: 3, two: 4, none: Number.NaN }));
  const clock = vi.fn().mockReturnValueOnce(0).mockReturnValueOnce(4).mockReturnValueOnce(4);
  const effort = { rounds: 1, millis: 0, processRounds: 0 };
  const rates = await perSecond(
    [{ name: "run", run: async () => {} }],
    effort,
    clock.mockReturnValueOnce(8),
  );
  expect(rates).toEqual(mapOf({ run: 250 }));
});
