import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { openPage, useBrowser } from "./browser.ts";
import { useDocs } from "./site.ts";

const server = await useDocs();
const browser = await useBrowser();
const reader = await openPage(browser, { origin: server.url });
const { page } = reader;

test("Redoc marks what is required in the colour of the other pages", async () => {
  const colours: string[] = [];
  for (const [path, mark] of [
    ["chain-data.html#getblock", '[data-testid="middle-panel"] span'],
    ["operations/getBlock.html", ".required"],
  ]) {
    await page.goto(`${server.url}/${path}`);
    const required = page.locator(`${mark}`, { hasText: /^required$/ }).first();
    await required.waitFor();
    colours.push(await required.evaluate((element) => getComputedStyle(element).color));
  }
  expect(colours[0]).toBe(colours[1]);
});

test("a page leads back to the site and to the other areas", async () => {
  await page.goto(`${server.url}/chain-data.html`);
  const group = page.locator("#navigation details", { hasText: "Subgraph management" });
  await group.getByRole("link", { name: "Redoc, all on one page" }).click();
  expect(page.url()).toBe(`${server.url}/subgraph-management.html`);
  await page.getByRole("link", { name: "chainkit", exact: true }).first().click();
  expect(page.url()).toBe(`${server.url}/index.html`);
});

test("the one sidebar leads to the operations of the page, and marks the one that is shown", async () => {
  await page.goto(`${server.url}/chain-data.html#getblock`);
  const current = page.locator("#navigation [aria-current=true] .mono");
  const isShown = (operation: string) =>
    expect.poll(() => current.allTextContents()).toEqual([operation]);
  await isShown("getBlock");
  await page.locator("#navigation").getByRole("link", { name: "getNft" }).click();
  await page.locator('[id="getnft"]').getByText("Method getNft").waitFor();
  await isShown("getNft");
  const names = await page
    .getByRole("navigation")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  expect(names).toEqual(["Site", "Pages"]);
});

test("a link to an operation leads there before any script runs", async () => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${server.url}/chain-data.html#getnft`);
  const { y = -1 } = (await plain.locator('[id="getnft"]').boundingBox()) ?? {};
  const bar = await plain.locator(".bar").boundingBox();
  expect(y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 2);
  expect(y).toBeLessThan(200);
  await plain.close();
});

test("every operation can be found in the page, and is printed", async () => {
  await page.goto(`${server.url}/chain-data.html`);
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    for (const operation of ["gettransaction", "getblock", "getnft"]) {
      // What is outside of the window has no layout before it is looked for, but browsers find it.
      const texts = page.locator(`[id="${operation}"] :is(h2, h4, p, .schema-name)`);
      const hidden = await texts.evaluateAll((all) =>
        all.filter((each) => !each.checkVisibility()),
      );
      expect([media, operation, hidden]).toEqual([media, operation, []]);
      expect(await texts.count()).toBeGreaterThan(30);
    }
  }
  expect(await page.locator("#navigation").isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });
});

test("a page works from disk", async () => {
  const { page: own, strangers, complaints } = await openPage(browser);
  await own.goto(`file://${join(inject("testSite").folder, "chain-data.html")}#getblock`);
  await own.getByText("Method getBlock").waitFor();
  expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] });
});

test("no request went to another host, and the console is empty", () => {
  const { strangers, complaints } = reader;
  expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] });
});

test("detects a request to another host", async () => {
  const { page: own, strangers, complaints } = await openPage(browser, { origin: server.url });
  await own.goto("about:blank");
  await own.evaluate("fetch('https://telemetry.example.com/').catch(() => console.error('no'))");
  expect([strangers, complaints.length]).toEqual([["https://telemetry.example.com/"], 2]);
});
