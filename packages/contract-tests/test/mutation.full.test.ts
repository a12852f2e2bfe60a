import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { defects } from "../defects/service/index.ts";
import { failingAnyway, recorded, type Trial, tried } from "./mutation/try.ts";

/** Defects that only some requests of a run meet, whichever case sends them. */
const ANYWHERE: readonly string[] = [
  "facts: titles that vary",
  "headers: 429 with a foreign body",
  "headers: Retry-After in words",
  "headers: Retry-After negative",
  "input: address in capitals refused",
];

const WORKER = fileURLToPath(new URL("mutation/worker.ts", import.meta.url));

function tryShare(share: number, shares: number): Promise<Trial[]> {
  return new Promise((resolve, reject) => {
    const trials: Trial[] = [];
    const worker = fork(WORKER, [String(share), String(shares)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    worker.on("message", (trial: Trial) => trials.push(trial));
    worker.on("error", reject);
    worker.on("exit", (code) =>
      code === 0 ? resolve(trials) : reject(new Error(`a worker ended with ${code}`)),
    );
  });
}

test("the cases that find the defects pass without one", async () => {
  expect(recorded.titles.length).toBeGreaterThan(100);
  expect(await failingAnyway(recorded.titles)).toEqual([]);
});

test("the suite finds the defects seeded into the reference implementation", async () => {
  const shares = Math.min(4, availableParallelism());
  const all = await Promise.all(
    Array.from({ length: shares }, (_, share) => tryShare(share, shares)),
  );
  const trials = all.flat();
  expect(new Set(trials.map(({ kind, defect }) => `${kind}: ${defect}`)).size).toBe(tried.length);
  expect(defects.length).toBeGreaterThanOrEqual(100);

  const caught = trials.filter(({ caughtBy }) => caughtBy !== undefined);
  const row = (name: string, own: readonly Trial[]) => {
    const found = own.filter(({ caughtBy }) => caughtBy !== undefined).length;
    return `${name.padEnd(12)} ${String(found).padStart(3)}/${own.length}`;
  };
  const rows = [...Map.groupBy(trials, ({ basis }) => basis)].flatMap(([basis, those]) => [
    `  ${row(basis, those)}`,
    ...[...Map.groupBy(those, ({ kind }) => kind)].map(([kind, own]) => `    ${row(kind, own)}`),
  ]);
  const score = caught.length / trials.length;
  const missed = trials
    .filter(({ caughtBy }) => caughtBy === undefined)
    .map(({ kind, defect }) => `${kind}: ${defect}`);
  console.log(
    [
      `Mutation score ${(100 * score).toFixed(1)} % (${caught.length} of ${trials.length} defects)`,
      ...rows,
      ...missed.map((each) => `  missed: ${each}`),
    ].join("\n"),
  );
  expect(missed).toEqual([]);
  // Otherwise a law that finds nothing any more is hidden by those that find the same defect.
  const moved = trials
    .map(({ kind, defect, caughtBy }) => ({ name: `${kind}: ${defect}`, caughtBy }))
    .filter(({ name, caughtBy }) => caughtBy !== (recorded.titleOf(name) ?? caughtBy))
    .filter(({ name }) => !ANYWHERE.includes(name));
  expect(moved).toEqual([]);
  for (const { kind, defect, caughtBy = "" } of trials) {
    if (caughtBy.includes(" / ")) {
      recorded.note(`${kind}: ${defect}`, caughtBy);
    }
  }
  recorded.save();
  // Every failure must name a line.
  for (const { rule } of caught.filter(({ caughtBy }) => caughtBy !== "preflight")) {
    expect(rule).toMatch(/^spec\/.+\.yaml:\d+$|^RFC 9110|^Prism/);
  }
});
