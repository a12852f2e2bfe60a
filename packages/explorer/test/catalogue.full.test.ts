import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closePages, lendBrowser, openPage } from "../../docs/test/browser.ts";
import { PAGES, SCENES } from "./scenes.ts";
import { startSite } from "./site.ts";

let site: Awaited<ReturnType<typeof startSite>>;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), lendBrowser()]);
});
afterAll(async () => {
  await closePages(browser);
  await site?.close();
});

/** The pages of which each scene has another look. */
const SHOWN = {
  honest: Object.keys(PAGES) as (keyof typeof PAGES)[],
  empty: ["home", "address", "block"],
  failed: ["home", "address", "nft"],
} as const;

/** The title and the markup of a page, with the first items of each list. */
const markupOf = (root: string) => `(() => {
  const copy = document.querySelector("${root}").cloneNode(true);
  const left = copy.querySelectorAll("script, li:nth-child(n+8), tr:nth-child(n+8)");
  for (const element of left) element.remove();
  return document.title + "\\n" + copy.innerHTML.trim();
})()`;

/** An element a line, without what changes with the time. */
const linesOf = (markup: string) =>
  markup.replaceAll(/<time\b.*?<\/time>/g, "<time></time>").replaceAll(/(?<=>)(?=<[^/])/g, "\n");

test.each(Object.entries(SHOWN))("the catalogue of pages: %s", async (scene, names) => {
  site.override(SCENES[scene as keyof typeof SHOWN]);
  const { page } = await openPage(browser, { origin: site.origin });
  const texts: string[] = [];
  for (const name of names) {
    await page.goto("about:blank");
    await page.goto(site.url + PAGES[name]);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.locator(".loading, .bone").count()).toBe(0);
    // The header is that of all pages.
    const markup = await page.evaluate<string>(markupOf(name === "home" ? "body" : "main"));
    texts.push(`## ${name}\n\n${linesOf(markup)}\n`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`catalogue/${scene}.txt`);
  await page.context().close();
});
