import { expect, it, vi } from "vitest";
import { defineMode } from "../src/mode.ts";
import { inTurn, perSecond } from "../src/rounds.ts";

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
  const goal = "[object Object]\n\nmet     g";
  expect(said.mock.calls.flat()).toEqual([
    JSON.stringify({ a: [figure], c: [] }),
    '{"b":[]}',
    goal,
  ]);
  expect(close.mock.calls).toEqual([[1], [1], [1]]);
});
