import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas, operationPage } from "@chainkit/spec";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { renderRedoc } from "../src/redoc.ts";
import { type DocsServer, serveFolder } from "../src/serve.ts";
import { openPage, startBrowser, type Watched } from "./browser.ts";

const site = inject("testSite");
let server: DocsServer;
let browser: Browser;
let reader: Watched;

beforeAll(async () => {
  browser = await startBrowser();
  server = await serveFolder(site.folder, {});
  reader = await openPage(browser, { origin: server.url });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function operationsOf(spec: string) {
  const areas = await listAreas(spec);
  const all = areas.map(async ({ name, file }) =>
    readOperations(await bundleSpec(file)).map((operation) => ({ area: name, ...operation })),
  );
  return (await Promise.all(all)).flat();
}

test("the landing page leads to each operation, whose page shows its samples and its nature", async () => {
  const { page } = reader;
  const operations = await operationsOf(site.spec);
  const ids = operations.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["getBlock", "putFourth", "getFourth"]));
  await page.goto(`${server.url}/index.html`);
  const links = page.locator(".areas li a");
  const shown = await links.evaluateAll((all) =>
    all.map((link) => [link.querySelector("code")?.textContent, (link as HTMLAnchorElement).href]),
  );
  expect(shown).toEqual(ids.map((id) => [id, `${server.url}/operations/${id}.html`]));
  const wanted = operations.map(
    (operation) => `${server.url}/${operationPage(operation.area, operation)}`,
  );
  for (const [index, { id, auth }] of operations.entries()) {
    await page.goto(wanted[index] ?? "");
    const middle = page.locator('[data-testid="middle-panel"]', { hasText: `Method ${id} ` });
    await middle.waitFor();
    const sample = page.locator('[data-testid="source-code"]', { hasText: "curl " }).first();
    expect(await sample.isVisible()).toBe(true);
    const optional = await middle.getByText("token optional").count();
    expect([id, optional]).toEqual([id, auth === "optional" ? 1 : 0]);
  }
});

test("Redoc marks what is required in the colour of the other pages", async () => {
  const { page } = reader;
  const colours: string[] = [];
  for (const [path, mark] of [
    ["chain-data.html#/blocks/getblock", '[data-testid="middle-panel"] span'],
    ["operations/getBlock.html", ".required"],
  ]) {
    await page.goto(`${server.url}/${path}`);
    const required = page.locator(`${mark}`, { hasText: /^required$/ }).first();
    await required.waitFor();
    colours.push(await required.evaluate((element) => getComputedStyle(element).color));
  }
  expect(colours[0]).toBe(colours[1]);
});

test("an operation's page shows limits, defaults, errors and what is our own definition", async () => {
  const { page } = reader;
  const operation = (await operationsOf(site.spec)).find(
    ({ id }) => id === "getLatestTransactions",
  );
  await page.goto(`${server.url}/${operationPage("address-data", operation as never)}`);
  const shown = page.locator("main");
  await page.getByText("Method getLatestTransactions").waitFor();
  for (const text of ["[ 1 .. 100 ]", "Default", "429", "Retry-After"]) {
    if (text === "Retry-After") {
      await shown.getByText("429", { exact: true }).first().click();
    }
    expect([text, await shown.getByText(text).first().isVisible()]).toEqual([text, true]);
  }
  expect(await shown.getByText("defined by chainkit").first().isVisible()).toBe(true);
});

test("every anchor that a page links to is one of an operation, of its tag or of the beginning", async () => {
  const { page } = reader;
  const operations = await operationsOf(site.spec);
  for (const { name } of await listAreas(site.spec)) {
    await page.goto(`${server.url}/${name}.html`);
    const links = page.locator('#redoc a[href*="#"]');
    await links.first().waitFor({ state: "attached" });
    const own = operations.filter(({ area }) => area === name);
    const pages = own.map((operation) => operationPage(name, operation).replace(/^.*#/, "#"));
    const known = ["#/", ...pages, ...pages.map((anchor) => anchor.replace(/\/[^/]*$/, ""))];
    const hrefs = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute("href") ?? ""),
    );
    // `#/tag/id#tag/id/request`: a part of an operation.
    const anchors = hrefs
      .filter((href) => !href.includes(".html#"))
      .map((href) => href.replace(/(?<=#.*)#.*/, ""));
    expect([name, anchors.filter((anchor) => !known.includes(anchor))]).toEqual([name, []]);
  }
});

test("a page leads back to the site and to the other areas", async () => {
  const { page } = reader;
  await page.goto(`${server.url}/chain-data.html`);
  const group = page.locator("#navigation details", { hasText: "Subgraph management" });
  await group.getByRole("link", { name: "Redoc, all on one page" }).click();
  expect(page.url()).toBe(`${server.url}/subgraph-management.html`);
  await page.getByRole("link", { name: "chainkit", exact: true }).first().click();
  expect(page.url()).toBe(`${server.url}/index.html`);
});

/** Of the elements of a page, those that are looked at; each night all. */
const ELEMENT_STEP = process.env.CHAINKIT_THOROUGH === "1" ? 1 : 4;

test("a page has all of Redoc's styles that apply to it, in light and, without scripts, in dark", async () => {
  const [area] = await listAreas(site.spec);
  const { name = "", file = "" } = area ?? {};
  const { styles } = await renderRedoc(JSON.stringify(await bundleSpec(file)), name);
  for (const reader of [
    { javaScriptEnabled: true, colorScheme: "light" },
    { javaScriptEnabled: false, colorScheme: "dark" },
  ] as const) {
    expect([reader, await changedBy(styles, `${server.url}/${name}.html`, reader)]).toEqual([
      reader,
      [],
    ]);
  }
});

/** The elements of a page that look different once it has more styles. */
async function changedBy(
  styles: string,
  url: string,
  reader: { readonly javaScriptEnabled: boolean; readonly colorScheme: "light" | "dark" },
): Promise<string[]> {
  const page = await browser.newPage(reader);
  // Any further style sheet makes the browser use a font that has arrived late, and text changes its size.
  await page.route("**/*.woff2", (route) => route.abort());
  await page.goto(url);
  if (reader.javaScriptEnabled) {
    await page.waitForFunction("document.querySelector('style[data-styled]')");
  }
  const look = ([css, step]: readonly [string, number]) => {
    const elements = [...document.querySelectorAll("body *")].filter((_, at) => at % step === 0);
    // Listing the properties takes far longer than reading them, and every element has the same.
    const properties = [...getComputedStyle(document.body)].filter(
      (property) => !property.startsWith("--"),
    );
    const lookOf = (element: Element) => {
      const style = getComputedStyle(element);
      return properties.map((property) => style.getPropertyValue(property)).join();
    };
    const before = elements.map(lookOf);
    const style = document.createElement("style");
    style.textContent = css;
    document.head.prepend(style);
    return elements.filter((element, i) => lookOf(element) !== before[i]).map((el) => el.outerHTML);
  };
  const changed = await page.evaluate(look, [styles, ELEMENT_STEP] as const);
  await page.close();
  return changed;
}

test("the one sidebar leads to the operations of the page, and marks the one that is shown", async () => {
  const { page } = reader;
  await page.goto(`${server.url}/chain-data.html#/blocks/getblock`);
  await page.getByText("Method getBlock").waitFor();
  const current = page.locator("#navigation [aria-current=page] .mono");
  expect(await current.allTextContents()).toEqual(["getBlock"]);
  await page.locator("#navigation").getByRole("link", { name: "getNft" }).click();
  await page.getByText("Method getNft").waitFor();
  expect(await current.allTextContents()).toEqual(["getNft"]);
  for (const name of ["Operations", "Pages"]) {
    const count = await page.getByRole("navigation", { name }).count();
    expect([name, count]).toEqual([name, name === "Pages" ? 1 : 0]);
  }
});

test("a page works from disk", async () => {
  const { page, strangers, complaints } = await openPage(browser);
  await page.goto(`file://${join(site.folder, "chain-data.html")}#/blocks/getblock`);
  await page.getByText("Method getBlock").waitFor();
  expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] });
});

test("its single file works from disk, alone in its folder", async () => {
  const { page, strangers, complaints } = await openPage(browser);
  const alone = join(await mkdtemp(join(tmpdir(), "docs-single-")), "chain-data.html");
  await copyFile(join(site.folder, "single/chain-data.html"), alone);
  await page.goto(`file://${alone}#/blocks/getblock`);
  await page.getByText("Method getBlock").waitFor();
  await rm(dirname(alone), { recursive: true });
  expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] });
});

test("no request went to another host, and the console is empty", () => {
  const { strangers, complaints } = reader;
  expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] });
});

test("detects a request to another host", async () => {
  const { page, strangers, complaints } = await openPage(browser, { origin: server.url });
  await page.goto("about:blank");
  await page.evaluate("fetch('https://telemetry.example.com/').catch(() => console.error('no'))");
  expect([strangers, complaints.length]).toEqual([["https://telemetry.example.com/"], 2]);
});
