import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type DocsServer, serveFolder } from "../src/serve.ts";
import { openPage, startBrowser } from "./browser.ts";

/** Where the pictures are left, for whoever wants to look at the pages; not part of the repository. */
const folder = join(import.meta.dirname, "../pictures");

const DESKTOP = { width: 1400, height: 900 };

/** Changes of a page that is open, in this order: nothing is loaded again. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  light: async (page) => {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: "light" });
  },
  dark: (page) => page.emulateMedia({ colorScheme: "dark" }),
  phone: (page) => page.setViewportSize({ width: 390, height: 900 }),
};

const site = inject("testSite");
let server: DocsServer;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  [browser, server] = await Promise.all([startBrowser(), serveFolder(site.folder, {})]);
  ({ page, complaints } = await openPage(browser, { origin: server.url }));
  // A button fades to its colours of another scheme: pictures show them as they remain.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const PAGES: Readonly<Record<string, { path: string; prepare?: (page: Page) => Promise<void> }>> = {
  landing: { path: "index.html" },
  guide: { path: "guides/errors-and-retries.html" },
  "quick-start": { path: "guides/quick-start.html" },
  operation: { path: "operations/getErc20Balances.html" },
  write: { path: "operations/createTag.html" },
  reference: {
    path: "chain-data.html#getblock",
    prepare: (page) => page.locator('[data-testid="source-code"]').first().waitFor(),
  },
  search: {
    path: "guides/errors-and-retries.html",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("retry");
      await page.locator(".results mark").first().waitFor();
    },
  },
  "search-empty": {
    path: "guides/errors-and-retries.html",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("zzzzzz");
      await page.getByText("No results for").waitFor();
    },
  },
  settings: {
    path: "guides/glossary.html",
    prepare: (page) => page.getByRole("button", { name: "Settings" }).click(),
  },
  errors: { path: "errors.html" },
  "open-questions": { path: "open-questions.html" },
  "not-found": { path: "404.html" },
};

test.each(Object.entries(PAGES))(
  "%s is pictured in light, dark and on a phone",
  async (name, shown) => {
    await VIEWS.light?.(page);
    await page.goto(`${server.url}/${shown.path}`);
    await shown.prepare?.(page);
    await page.evaluate("document.fonts.ready");
    expect(await page.evaluate("document.fonts.check('1rem Geist')")).toBe(true);
    for (const [view, change] of Object.entries(VIEWS)) {
      await change(page);
      const ground = page.locator(".bar").evaluate((bar) => getComputedStyle(bar).backgroundColor);
      expect(await ground).toBe(view === "light" ? "rgb(255, 255, 255)" : "rgb(12, 19, 18)");
      const path = join(folder, `${name}-${view}.png`);
      await page.screenshot({ path, animations: "disabled" });
      expect((await stat(path)).size).toBeGreaterThan(5_000);
    }
    expect(complaints).toEqual([]);
  },
);
