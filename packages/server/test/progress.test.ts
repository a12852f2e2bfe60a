import { expect, onTestFinished, test, vi } from "vitest";
import { createRate, progressLine, watchProgress } from "../src/service/display.ts";

test.each<[number | undefined, number | undefined, number, string]>([
  [120, 40, 0, "done, 40.0 blocks/s, 3 s left"],
  [120_000, 100, 0, "done, 100.0 blocks/s, 20 min left"],
  [5_000_000, 100, 0, "done, 100.0 blocks/s, 14 h left"],
  [120, 40, 10, "done, 40.0 blocks/s, 4 s left"],
  [120, 4, 4, "done, 4.0 blocks/s"],
  [120, 3, 4, "done, 3.0 blocks/s"],
  [10, 0, 0, "done, 0.0 blocks/s"],
  [10, -2, 0, "done, 0.0 blocks/s"],
  [10, undefined, 0, "done"],
  [undefined, 40, 0, "done, 40.0 blocks/s"],
])("%s blocks left at %s blocks/s, growing by %i", (left, rate, growth, line) => {
  expect(progressLine({ text: "done", left }, rate, growth)).toBe(line);
});

test("a rate is a moving average, which smooths pauses and bursts", () => {
  const rate = createRate();
  expect(rate(0, 0)).toBeUndefined();
  expect(rate(1_000, 100)).toBe(100);
  expect(rate(2_000, 100)).toBe(50);
  expect(rate(30_000, 3_000)).toBe(100);
  // From here on, the beginning no longer counts.
  expect(rate(60_000, 6_000)).toBe(100);
  expect(rate(90_000, 7_500)).toBe(50);
  expect(rate(120_000, 7_500)).toBe(0);
});

function stream(terminal: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  return { ...terminal, written, write: (text: string) => written.push(text) };
}

function watch(to: ReturnType<typeof stream>, names: readonly string[] = ["ethereum"]) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const begun = performance.now();
  const state = { served: 0, head: 1_000 };
  const stop = watchProgress(async () => {
    const { served, head } = state;
    const chain = { served, head, lag: head - served, ready: false };
    return { ready: false, chains: Object.fromEntries(names.map((name) => [name, chain])) };
  }, to);
  const move = async (ms: number, served: number, head = state.head) => {
    Object.assign(state, { served, head });
    await vi.advanceTimersByTimeAsync(begun + ms - performance.now());
    return to.written.splice(0).join("");
  };
  return { stop, move };
}

const CLEAR = "\r\x1b[K";

test("rewrites one line on a terminal twice a second, and clears it at the end", async () => {
  const terminal = stream({ isTTY: true, columns: 80 });
  const { stop, move } = watch(terminal);
  expect(await move(499, 50)).toBe("");
  expect(await move(500, 50)).toBe(
    `${CLEAR}ethereum: block 50, 950 behind, 100.0 blocks/s, 10 s left`,
  );
  expect(await move(1_000, 100)).toBe(
    `${CLEAR}ethereum: block 100, 900 behind, 100.0 blocks/s, 9 s left`,
  );
  // The node advances by 20 blocks/s meanwhile.
  await move(1_500, 150, 1_020);
  expect(await move(2_000, 200, 1_040)).toBe(
    `${CLEAR}ethereum: block 200, 840 behind, 100.0 blocks/s, 11 s left`,
  );
  expect(await move(2_500, 1_039)).toBe(`${CLEAR}ethereum: caught up at block 1039\n`);
  expect(await move(3_000, 1_040)).toBe("");
  await move(3_500, 1_041, 1_100);
  stop();
  expect(terminal.written).toEqual([CLEAR]);
  expect(await move(9_000, 1_050)).toBe(CLEAR);
});

test("truncates the line to the width of the terminal", async () => {
  const terminal = stream({ isTTY: true, columns: 40 });
  const { move } = watch(terminal, ["ethereum", "base"]);
  const shown = (await move(500, 50)).replace(CLEAR, "");
  expect(shown).toBe("ethereum: block 50, 950 behind, 100.0 …");
  expect(shown).toHaveLength(39);
  terminal.columns = 200;
  expect(await move(1_000, 100)).toMatch(/s left \| base: block 100, .* s left$/);
  // The width is unknown.
  terminal.columns = 0;
  const [line = ""] = (await move(1_500, 150)).split(CLEAR).slice(1);
  expect([line.length, line.at(-1)]).toEqual([79, "…"]);
});

test("writes a plain line per chain every ten seconds where there is no terminal", async () => {
  const pipe = stream();
  const { stop, move } = watch(pipe, ["ethereum", "base"]);
  expect(await move(9_999, 500)).toBe("");
  const line = "block 500, 500 behind, 50.0 blocks/s, 10 s left\n";
  expect(await move(10_000, 500)).toBe(`ethereum: ${line}base: ${line}`);
  expect(await move(20_000, 998)).toBe(
    "ethereum: caught up at block 998\nbase: caught up at block 998\n",
  );
  expect(await move(30_000, 999)).toBe("");
  stop();
  expect(pipe.written).toEqual([]);
});

test("omits chains that are unknown yet or not followed", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pipe = stream();
  const chains = {
    ethereum: { served: null, head: 5, lag: null, ready: false },
    base: { served: 7, ready: true },
    bsc: { served: 7, head: null, lag: null, ready: false },
  };
  onTestFinished(watchProgress(() => ({ ready: false, chains }), pipe));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(pipe.written).toEqual([]);
});

test("shows nothing after its end, even with a sample in progress", async () => {
  const terminal = stream({ isTTY: true });
  const { stop, move } = watch(terminal);
  vi.advanceTimersByTime(500);
  stop();
  expect(await move(1_000, 50)).toBe("");
});
