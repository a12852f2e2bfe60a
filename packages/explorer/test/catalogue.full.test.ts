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
  silent: ["token_call", "address", "nft"],
} as const;

/** Leaves the first items of each list, and nothing that changes with the time. */
const SHORTEN = `
  for (const item of document.querySelectorAll("li:nth-child(n+5), tr:nth-child(n+5)")) item.remove();
  for (const time of document.querySelectorAll("time")) time.textContent = "then";
`;

/** What a page does not say to a screen reader: its drawings, and its other elements by their classes. */
function lookOf(root: Element): string {
  const all = [root, ...root.querySelectorAll("[class], svg")].map((each) =>
    each.matches("svg") ? each.outerHTML : [each.localName, ...each.classList].join("."),
  );
  const count = (name: string) => all.filter((each) => each === name).length;
  return [...new Set(all)].map((name) => `${count(name)} ${name}`).join();
}

test.each(Object.entries(SHOWN))("what pages say and look like: %s", async (scene, names) => {
  site.override(SCENES[scene as keyof typeof SHOWN]);
  const { page } = await openPage(browser, { origin: site.origin });
  const texts: string[] = [];
  for (const name of names) {
    await page.goto("about:blank");
    await page.goto(site.url + PAGES[name]);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // What a page asks for second is shown without a sign that it is missing.
    await page.waitForLoadState(scene === "silent" ? "load" : "networkidle");
    const pending = page.locator(scene === "silent" ? ".failure" : ".loading, .bone");
    await expect.poll(() => pending.count()).toBe(0);
    // The header is that of all pages.
    const root = page.locator(name === "home" ? "body" : "main");
    const look = await root.evaluate(lookOf);
    await page.evaluate(SHORTEN);
    texts.push(`## ${name}\n\n${await page.title()}\n${await root.ariaSnapshot()}\n${look}\n`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`catalogue/${scene}.txt`);
  await page.context().close();
});
