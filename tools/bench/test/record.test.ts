import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { record } from "../src/record.ts";
import { barChart } from "../src/svg.ts";

it("keeps a history, and names what has changed since the last run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chainkit-bench-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const reads = (ratio: number) => [
    { label: "page, with 6,389 transactions/s coming in", ratio },
    { label: "block", ratio: 0.5 },
  ];
  expect(await record("service", reads(0.3), folder)).toEqual([]);
  expect(await record("clients", [{ label: "block", ratio: 9 }], folder)).toEqual([]);
  expect(await record("service", reads(0.33), folder)).toEqual([]);
  const again = [{ label: "page, with 12,000 transactions/s coming in", ratio: 0.2 }];
  expect(await record("service", again, folder)).toEqual([
    "changed page, with transactions coming in: 0.33 in the last run, 0.2 now",
  ]);
  const history = readFileSync(join(folder, "history.jsonl"), "utf8").trim().split("\n");
  expect(history.map((line) => JSON.parse(line).table)).toEqual([
    ...["service", "clients", "service", "service"],
  ]);
  expect(readFileSync(join(folder, "service.svg"), "utf8")).toContain(">0.20<");
});

it("draws each ratio, to the left or to the right of 1", () => {
  const svg = barChart('a "b" & <c>', [
    { label: "less", ratio: 0.1 },
    { label: "more", ratio: 10 },
    { label: "far more", ratio: 1e6 },
  ]);
  expect(svg).toContain('aria-label="a &quot;b&quot; &amp; &lt;c>"');
  const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)"/g)];
  const [less, more, most] = bars.map(([, x, width]) => [Number(x), Number(width)]);
  expect(less?.[0]).toBeLessThan(more?.[0] ?? 0);
  expect(less?.[1]).toBeCloseTo(more?.[1] ?? 0);
  expect(most?.[1]).toBeGreaterThan(more?.[1] ?? 0);
});
