import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type DocsServer, serveFolder } from "../src/serve.ts";
import { openPage, startBrowser } from "./browser.ts";

/** Where the pictures are left, for whoever wants to look at the pages; not part of the repository. */
const folder = join(import.meta.dirname, "../pictures");

const VIEWS = [
  { name: "light", colorScheme: "light", width: 1400 },
  { name: "dark", colorScheme: "dark", width: 1400 },
  { name: "phone", colorScheme: "dark", width: 390 },
] as const;

const site = inject("testSite");
let server: DocsServer;
let browser: Browser;

beforeAll(async () => {
  [browser, server] = await Promise.all([startBrowser(), serveFolder(site.folder, {})]);
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
    path: "chain-data.html#/blocks/getblock",
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
    for (const view of VIEWS) {
      const { page, complaints } = await openPage(browser, { ...view, origin: server.url });
      await page.goto(`${server.url}/${shown.path}`);
      await shown.prepare?.(page);
      await page.evaluate("document.fonts.ready");
      expect(await page.evaluate("document.fonts.check('1rem Geist')")).toBe(true);
      const path = join(folder, `${name}-${view.name}.png`);
      await page.screenshot({ path });
      expect((await stat(path)).size).toBeGreaterThan(5_000);
      expect([name, view.name, complaints]).toEqual([name, view.name, []]);
      await page.context().close();
    }
  },
);
