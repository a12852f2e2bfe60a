import { expect, test, vi } from "vitest";
import { type Figure, median, shown } from "../src/figures.ts";
import { defineMode } from "../src/mode.ts";
import { markdown, ratioTable } from "../src/report.ts";

const rows: Figure = {
  what: "rows",
  ratio: 2,
  values: { fetch: 10, ours: 20 },
  text: "10 rows/s",
  aim: [
    { what: "rows: at least 1", met: true },
    { what: "rows: at least 3", met: false },
  ],
  detail: markdown([
    ["", "more"],
    ["rows", "7"],
  ]),
};
const memory: Figure = { what: "memory", ratio: null, values: { fetch: 8 }, text: "8 MB" };

test.each([
  [Number.NaN, "—"],
  [0, "0"],
  [0.125, "0.13"],
  [9.99, "9.99"],
  [10.25, "10.3"],
  [100.4, "100"],
  [1_234.5, "1,235"],
])("%d is shown as %s", (value, text) => {
  expect(shown(value)).toBe(text);
});

test("the median of an even number of figures is the upper one", () => {
  expect([median([3, 1, 2]), median([4, 10, 2, 1]), median([])]).toEqual([2, 4, Number.NaN]);
});

test("a mode makes the chosen measures in their order, and prints tables and goals", async () => {
  const [log, error] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  const printed = [log, error].map((spy) => spy.mockImplementation(() => {}));
  const close = vi.fn();
  const measures = { rows: async () => [rows], memory: async () => [memory], soak: async () => [] };
  const mode = defineMode({ measures, long: ["soak"], open: async () => ({}), close });
  const run = async (options: object) => {
    await mode.run({ quick: false, json: false, ...options });
    return printed.map((spy) => spy.mock.calls.splice(0).join("\n"));
  };
  try {
    const [report, measuring] = await run({});
    expect(measuring).toBe("measuring rows …\nmeasuring memory …");
    await expect(report).toMatchFileSnapshot("catalogue/report.txt");
    const named = await run({ only: ["memory"], soak: 1, json: true });
    expect(named).toEqual([
      JSON.stringify({ memory: [memory], soak: [] }),
      "measuring memory …\nmeasuring soak …",
    ]);
    expect(close).toHaveBeenCalledTimes(2);
  } finally {
    vi.restoreAllMocks();
  }
});

test("a table of ratios compares all with one", async () => {
  const table = ratioTable([rows, memory], ["ours"], "fetch");
  await expect(table).toMatchFileSnapshot("catalogue/ratios.txt");
});
