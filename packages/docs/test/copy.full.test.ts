import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { useDocs } from "./site.ts";

const site = inject("testSite");
const docs = await useDocs();
const context = await (await useBrowser()).newContext();
await context.grantPermissions(["clipboard-read", "clipboard-write"]);
const page = await context.newPage();

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
    await page.route("**/*.md", (route) => route.fulfill({ status: 500, body: "" }));
    await button.click();
    await page.getByRole("button", { name: "Not copied" }).waitFor();
    await page.unrouteAll();
    await page.goto(`file://${site.folder}/${path}.html`);
    await page.getByRole("link", { name: "Markdown" }).waitFor();
    expect(await button.isVisible()).toBe(false);
  },
);

test("code is copied without its output, which the button says for a while", async () => {
  await page.goto(`${docs.url}/guides/quick-start.html`);
  const block = page.locator(".code", { has: page.locator(".output") }).first();
  await block.getByRole("button", { name: "Copy the code" }).click();
  await block.locator('[aria-label="Copied"][data-copied]').waitFor();
  expect(await clipboard()).toBe(await block.locator("pre").first().textContent());
  await block.locator('[aria-label="Copy the code"]:not([data-copied])').waitFor();
});
