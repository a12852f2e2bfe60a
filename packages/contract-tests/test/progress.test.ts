import { expect, test } from "vitest";
import { createProgress } from "../src/main.ts";

/** What is written while as many results come in. */
function shown(isTTY: boolean, results: number): string[] {
  const lines: string[] = [];
  const progress = createProgress({ isTTY, write: (text) => lines.push(text) });
  for (let count = 0; count < results; count += 1) {
    progress.add();
  }
  progress.clear();
  return lines;
}

test("a terminal shows every twentieth result, and is cleared; a file gets no progress", () => {
  expect(shown(true, 41)).toEqual(["\r20 results", "\r40 results", "\r\x1b[K"]);
  expect(shown(false, 41)).toEqual([]);
});
