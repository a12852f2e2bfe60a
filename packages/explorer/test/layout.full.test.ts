import { expect, test } from "vitest";
import { openPage, useBrowser } from "../../docs/test/browser.ts";
import { sampled } from "../../server/test/support/thorough.ts";
import { PAGES, SCENES } from "./scenes.ts";
import { useSite } from "./site.ts";

/** A phone: a quarter of the processor, and a slow mobile network. */
const PHONE = { width: 390, cpu: 4, latency: 150, bytesPerSecond: 200_000 };
/** Time in which what depends on what has loaded arrives. */
const SETTLED_MS = 2_000;
const MAX_SHIFT = 0.05;

const site = await useSite();
const browser = await useBrowser();
site.override(SCENES.honest);

/** Sums the shifts of the layout, and keeps the time of the largest paint. */
const OBSERVE = `
  globalThis.measured = { shift: 0, paint: 0 };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) measured.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    measured.paint = list.getEntries().at(-1).startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
`;

// Each night also one whose parts arrive in the same way as those of the others.
test.each(sampled(["home", "token_call", "address"] as const, 2))(
  "nothing moves while it loads on a phone: %s",
  async (name) => {
    const { page } = await openPage(browser, { width: PHONE.width, origin: site.origin });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: PHONE.cpu });
    await devTools.send("Network.enable");
    await devTools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: PHONE.latency,
      downloadThroughput: PHONE.bytesPerSecond,
      uploadThroughput: PHONE.bytesPerSecond,
    });
    await page.addInitScript(OBSERVE);
    await page.goto(site.url + PAGES[name]);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.locator(".loading, .bone").count()).toBe(0);
    await page.waitForTimeout(SETTLED_MS);
    const { shift, paint } = await page.evaluate<{ shift: number; paint: number }>("measured");
    console.log(`${name}: layout shift ${shift.toFixed(3)}, largest paint ${Math.round(paint)} ms`);
    expect(shift).toBeLessThan(MAX_SHIFT);
    await page.context().close();
  },
);
