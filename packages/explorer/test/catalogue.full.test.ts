import { expect, test } from "vitest";
import { openPage, useBrowser } from "../../docs/test/browser.ts";
import { PAGES, SCENES } from "./scenes.ts";
import { useSite } from "./site.ts";

const site = await useSite();
const browser = await useBrowser();

/** The pages of which each scene has another look. */
const SHOWN = {
  honest: Object.keys(PAGES) as (keyof typeof PAGES)[],
  empty: ["home", "address", "block"],
  failed: ["home", "address", "nft"],
} as const;

/** Leaves the first items of each list, and nothing that changes with the time. */
const SHORTEN = `
  for (const item of document.querySelectorAll("li:nth-child(n+5), tr:nth-child(n+5)")) item.remove();
  for (const time of document.querySelectorAll("time")) time.textContent = "then";
`;

test.each(Object.entries(SHOWN))("what pages say to a screen reader: %s", async (scene, names) => {
  site.override(SCENES[scene as keyof typeof SHOWN]);
  const { page } = await openPage(browser, { origin: site.origin });
  const texts: string[] = [];
  for (const name of names) {
    await page.goto("about:blank");
    await page.goto(site.url + PAGES[name]);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // What a page asks for second is shown without a sign that it is missing.
    await page.waitForLoadState("networkidle");
    await expect.poll(() => page.locator(".loading, .bone").count()).toBe(0);
    await page.evaluate(SHORTEN);
    // The header is that of all pages.
    const root = page.locator(name === "home" ? "body" : "main");
    texts.push(`## ${name}\n\n${await page.title()}\n${await root.ariaSnapshot()}\n`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`catalogue/${scene}.txt`);
  await page.context().close();
});
