import { runContract } from "@chainkit/contract-tests";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DevService, startDev } from "../src/index.ts";
import { notServed } from "./support/operations.ts";

let service: DevService;
beforeAll(async () => {
  service = await startDev();
}, 60_000);
afterAll(() => service?.stop());

// Left out below: the suite can only find that they are answered with 501.
for (const id of notServed) {
  it.todo(`conforms to the contract of ${id}`);
}

it("conforms to the contract, including its invariants", async () => {
  const known = await service.known();
  const report = await runContract({
    target: service.url,
    token: service.token,
    options: { graphNs: "dev" },
    known,
    strict: true,
  });
  const results = report.results.filter(({ operation }) => !notServed.includes(operation));
  const missing = report.coverage.missing.filter((item) => !notServed.includes(ownerOf(item)));
  expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(missing).toEqual([]);
  expect(report.verdict).toBe(notServed.length === 0 ? "kept" : "broken");
  // Nothing is green that was not looked at: one chain is all that a dev service has.
  const unseen = results.filter(
    ({ kind, outcome }) => kind === "invariant" && outcome === "not applicable",
  );
  expect(unseen.map(({ reason }) => reason)).toEqual([
    "the target serves one chain only",
    "the target serves one chain only",
  ]);
  const passed = results.filter(({ outcome }) => outcome === "passed");
  expect(passed.length).toBeGreaterThan(500);
}, 120_000);

/** The operation that an item of the coverage is about. */
function ownerOf(item: string): string {
  return item.split(":")[0] ?? "";
}
