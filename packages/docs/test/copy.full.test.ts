import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type DocsServer, serveFolder } from "../src/serve.ts";
import { closePages, lendBrowser } from "./browser.ts";

const site = inject("testSite");
let docs: DocsServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await lendBrowser();
  docs = await serveFolder(site.folder, {
    defaults: async () => ({ settings: { token: "token-of-the-reader" } }),
  });
  const context = await browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  page = await context.newPage();
});
afterAll(async () => {
  await closePages(browser);
  await docs?.close();
});

const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

test.each(["operations/createTag", "guides/csv-export"])(
  "%s is copied as Markdown, unless it is opened from disk",
  async (path) => {
    const markdown = await readFile(join(site.folder, `${path}.md`), "utf8");
    const button = page.getByRole("button", { name: "Copy for LLM" });
    await page.goto(`${docs.url}/${path}.html`);
    await page.evaluate(() => navigator.clipboard.writeText("nothing"));
    await button.click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await clipboard()).toBe(markdown);
    await page.goto(`file://${site.folder}/${path}.html`);
    await page.getByRole("link", { name: "Markdown" }).waitFor();
    expect(await button.isVisible()).toBe(false);
  },
);
