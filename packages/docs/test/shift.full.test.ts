import { expect, test } from "vitest";
import { sampled } from "../../server/test/support/thorough.ts";
import { useBrowser } from "./browser.ts";
import { useDocs } from "./site.ts";

/** The limit of a good page by Core Web Vitals. */
const MAX_SHIFT = 0.1;

const docs = await useDocs();
const browser = await useBrowser();

/** Every second one, and each night all. */
const PATHS = [
  "guides/errors-and-retries.html",
  "guides/quick-start.html",
  "operations/getBlock.html",
  "errors.html",
  "reference.html",
];

test.each(sampled(PATHS, 2))("%s does not move while it loads", async (path) => {
  for (const width of [390, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.addInitScript(`
      globalThis.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sources = entry.sources.map(({ node, previousRect, currentRect }) =>
            (node?.outerHTML ?? "").slice(0, 120) + JSON.stringify([previousRect, currentRect]));
          shifts.push({ value: entry.value, sources });
        }
      }).observe({ type: "layout-shift", buffered: true });`);
    await page.goto(`${docs.url}/${path}`);
    await page.waitForTimeout(500);
    const shifts = (await page.evaluate("shifts")) as { value: number }[];
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, JSON.stringify(shifts)).toBeLessThan(MAX_SHIFT);
    await page.close();
  }
});
