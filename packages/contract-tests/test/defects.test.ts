import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Reach } from "./defects/reach.ts";
import { defects } from "./defects/service/index.ts";
import { failingAnyway, nameOf, recorded, tryDefect } from "./defects/try.ts";

afterAll(() => recorded.save());

test("the cases that find the defects pass without one", async () => {
  const titles = defects.flatMap((defect) => recorded.recordedTitle(nameOf(defect)) ?? []);
  expect(titles.length).toBeGreaterThan(40);
  expect(await failingAnyway([...new Set(titles)])).toEqual([]);
});

test.concurrent.each(defects.map((defect) => [nameOf(defect), defect] as const))(
  "%s",
  async (name, defect) => {
    const { caughtBy, rule } = await tryDefect(defect);
    // Otherwise a law that finds nothing any more is hidden by those that find the same defect.
    expect(caughtBy).toBe(recorded.titleOf(name) ?? expect.any(String));
    if (caughtBy !== "preflight") {
      // Every failure names a line.
      expect(rule).toMatch(/^spec\/.+\.yaml:\d+$|^RFC 9110|^Prism/);
      recorded.note(name, String(caughtBy));
    }
  },
);

/**
 * At most so many places of a file are left to `laws.test.ts`, because no defect reaches them. Those of `moving.ts` need a chain that grows,
 * such as that of the local service.
 */
const IN_LAWS: Readonly<Record<string, number>> = {
  "block-contents.ts": 1,
  // One of them is reached only while a run has time to repeat.
  "blocks.ts": 4,
  "caching.ts": 2,
  "coverage.ts": 2,
  "decimals.ts": 1,
  "every-limit.ts": 2,
  "filter.ts": 1,
  "moving.ts": 2,
  "nfts.ts": 1,
  "tokens.ts": 1,
  "transactions.ts": 2,
};

test("each place that asserts is reached", async () => {
  const worker = fork(join(import.meta.dirname, "defects/reach.ts"));
  const [message] = await once(worker, "message");
  const { places, reached }: Reach = message;
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
