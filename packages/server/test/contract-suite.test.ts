import { type Known, runContract } from "@chainkit/contract-tests";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DevService, startDev } from "../src/index.ts";

let service: DevService;
beforeAll(async () => {
  service = await startDev();
}, 60_000);
afterAll(() => service?.stop());

it("keeps the contract, its laws included", async () => {
  const values = Object.entries(service.values()).map(([id, value]) => [id, [value]]);
  const report = await runContract({
    target: service.url,
    token: service.token,
    options: { graphNs: "dev" },
    known: Object.fromEntries(values) as Known,
  });
  const failed = report.results.filter(({ outcome }) => outcome === "failed");
  expect(failed).toEqual([]);
  expect(report.ok).toBe(true);
  const passed = report.results.filter(({ outcome }) => outcome === "passed");
  expect(passed.length).toBeGreaterThan(500);
}, 120_000);
