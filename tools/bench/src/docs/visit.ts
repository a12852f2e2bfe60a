import { useExtras } from "@chainkit/extras";
import { type Browser, chromium as launcher, type Page } from "playwright-core";

/** Starts a headless Chromium with a process per page, as readers have. */
export async function startChromium(): Promise<Browser> {
  const { default: chromium } = (await useExtras("browser")).load<{
    default: { args: readonly string[]; executablePath(): Promise<string> };
  }>("@sparticuz/chromium");
  const args = chromium.args.filter((argument) => argument !== "--single-process");
  return launcher.launch({ executablePath: await chromium.executablePath(), args });
}

/** Cost of a page to a reader who has not seen the site before, or has seen other pages of it. */
export interface Visit {
  /** Bytes received, headers included, compressed as they were sent. */
  readonly bytes: number;
  /** Time to the first contentful paint, in milliseconds. */
  readonly firstPaint: number;
  /** Time to the largest contentful paint, in milliseconds. */
  readonly largestPaint: number;
}

/** For what never ends. */
const LIMIT_MS = 120_000;

/** A phone on a slow mobile network, as Lighthouse assumes: 1.6 Mbit/s, 150 ms, a quarter of the processor. */
const PHONE = { latency: 150, throughput: (1.6e6 / 8) * 0.9, slowdown: 4 };

/**
 * Visits a page in a new browser context.
 *
 * @param before Page visited before, whose files are then in the cache.
 * @param throttled Whether network and processor are slowed down to those of a phone.
 */
export async function visit(
  browser: Browser,
  url: string,
  { before, throttled }: { before?: string | undefined; throttled: boolean },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  if (before) {
    await page.goto(before, { timeout: LIMIT_MS });
  }
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  if (throttled) {
    await devTools.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency: PHONE.latency },
      ...{ downloadThroughput: PHONE.throughput, uploadThroughput: PHONE.throughput },
    });
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: PHONE.slowdown });
  }
  let bytes = 0;
  devTools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle", timeout: LIMIT_MS });
  const firstPaint = await paintTime(
    page,
    "paint",
    ".find((e) => e.name === 'first-contentful-paint')",
  );
  const largestPaint = await paintTime(page, "largest-contentful-paint", ".at(-1)");
  await context.close();
  return { bytes, firstPaint, largestPaint };
}

/** Waits for an entry of a type; the page's policy allows no script that polls for it. */
async function paintTime(page: Page, type: string, pick: string): Promise<number> {
  const time = await page.evaluate(`new Promise((resolve) =>
    new PerformanceObserver((list) => {
      const entry = list.getEntries()${pick};
      if (entry) resolve(entry.startTime);
    }).observe({ type: "${type}", buffered: true }))`);
  return Number(time);
}
