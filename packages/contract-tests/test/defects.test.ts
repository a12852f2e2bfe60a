import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reach } from "./defects/reach.ts";
import { defects } from "./defects/service/index.ts";
import { failingAnyway, nameOf, recorded } from "./defects/try.ts";

let reach: Reach;
beforeAll(async () => {
  const worker = fork(join(import.meta.dirname, "defects/reach.ts"));
  [reach] = await Promise.race([once(worker, "message"), once(worker, "exit")]);
});
afterAll(() => recorded.save());

test("the cases that find the defects pass without one", async () => {
  const titles = defects.flatMap((defect) => recorded.recordedTitle(nameOf(defect)) ?? []);
  expect(titles).toHaveLength(defects.length);
  expect(await failingAnyway([...new Set(titles)])).toEqual([]);
});

test.each(defects.map(nameOf))("%s", (name) => {
  const { caughtBy, rule } = reach.found.find(({ defect }) => defect === name) ?? {};
  // Otherwise a law that finds nothing any more is hidden by those that find the same defect.
  expect(caughtBy).toBe(recorded.titleOf(name) ?? expect.any(String));
  if (caughtBy !== "preflight") {
    // Every failure names a line.
    expect(rule).toMatch(/^spec\/.+\.yaml:\d+$|^RFC 9110|^Prism/);
    recorded.note(name, String(caughtBy));
  }
});

/**
 * At most so many places of a file are left to `laws.test.ts`, because no defect reaches them. Those of `moving.ts` need a chain that grows,
 * such as that of the local service.
 */
const IN_LAWS: Readonly<Record<string, number>> = {
  // One of them is reached only while a run has time to repeat.
  "blocks.ts": 4,
  "caching.ts": 2,
  "coverage.ts": 2,
  "every-limit.ts": 2,
  "filter.ts": 1,
  "moving.ts": 2,
  "nfts.ts": 1,
  "spelling.ts": 1,
  "tokens.ts": 1,
  // Reached only if a second passes between two requests.
  "transactions.ts": 1,
};

test("each place that asserts is reached", () => {
  const { places, reached } = reach;
  expect(places.length).toBeGreaterThan(80);
  const missing = places.filter((place) => !reached.includes(place));
  const counts: Record<string, number> = {};
  for (const place of missing) {
    const [file = ""] = place.split(":");
    counts[file] = (counts[file] ?? 0) + 1;
  }
  const more = Object.entries(counts).filter(([file, count]) => count > (IN_LAWS[file] ?? 0));
  expect(more, missing.join("\n")).toEqual([]);
});
