import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas, operationPage } from "@chainkit/spec";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, inject, test } from "vitest";
import { serveFolder } from "../src/serve.ts";
import { openPage, useBrowser } from "./browser.ts";

const reference = "address-data.html#geterc20balances";

/** A page of each kind. */
const KINDS = [
  "index.html",
  "guides/quick-start.html",
  "operations/getErc20Balances.html",
  "operations/createTag.html",
  "chain-data.html",
  "errors.html",
  "benchmarks.html",
  "open-questions.html",
  "changelog.html",
  "404.html",
];

/** Of these, a page of each template and style sheet. */
const TEMPLATES = [
  "index.html",
  "guides/quick-start.html",
  "operations/getErc20Balances.html",
  "chain-data.html",
  "errors.html",
  "404.html",
];

/** Where each night leaves pictures, for whoever wants to look at the pages; not part of the repository. */
const PICTURES = join(import.meta.dirname, "../pictures");

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 900 };

/** The rules whose result depends on colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The rules whose result depends on the width. */
const LAYOUT_RULES = ["target-size", "scrollable-region-focusable"];

const site = inject("testSite");
const root = await mkdtemp(join(tmpdir(), "docs-base-"));
afterAll(() => rm(root, { recursive: true }));
await cp(site.folder, join(root, "some/where"), { recursive: true });
await cp(join(site.folder, "index.html"), join(root, "index.html"));
await writeFile(join(root, "axe.js"), axe.source);
const server = await serveFolder(root, {});
afterAll(server.close);
/** The site below a base path that it knows nothing of. */
const base = `${server.url}/some/where`;
const origin = server.url;
const browser = await useBrowser();
/** Pages of tests that leave nothing behind: what the browser has compiled for one, it has for the others. */
const { page: desktop } = await openPage(browser, { origin });
// Colours that still change are neither the one nor the other.
await desktop.emulateMedia({ reducedMotion: "reduce" });
const { page: phone } = await openPage(browser, { origin, width: 360 });

async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${base}/${path}`);
}

/** The accessibility rules that a page breaks, of all there are or of those named. */
async function broken(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) {
    // By its address, the browser compiles it once for all pages.
    await page.addScriptTag({ url: `${server.url}/axe.js` });
  }
  // Of WCAG 2.2, which axe leaves out unless it is asked.
  const rules = runOnly ? {} : { "target-size": { enabled: true } };
  // Describing what is right as well, and where, would take three times as long. No rule that runs reads styles.
  const preload = { assets: ["media"] };
  const options = { rules, runOnly, preload, resultTypes: ["violations"], selectors: false };
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const areaOperations = await Promise.all(
  (await listAreas(inject("testSite").spec)).map(async ({ name, file }) =>
    readOperations(await bundleSpec(file)).map((operation) => ({ name, operation })),
  ),
);

/** The operations on the page of an area: where it shows each, by its own page. */
function operationsOf(path: string): Map<string, string> {
  const own = areaOperations.flat().filter(({ name }) => path === `${name}.html`);
  return new Map(
    own.map(({ name, operation }) => [
      `operations/${operation.id}.html`,
      operationPage(name, operation.id),
    ]),
  );
}

/** The rules whose result depends on styles. */
const STYLE_RULES = [...COLOUR_RULES, ...LAYOUT_RULES];

const isThorough = process.env.CHAINKIT_THOROUGH === "1";
const files = await readdir(site.folder, { recursive: true });
const written = files.filter((path) => path.endsWith(".html"));
/** A page of each kind, whose templates and styles the others share; all each night. */
const paths = written.filter((path) => isThorough || KINDS.includes(path));
/** Pages whose rules are examined: one per template. Of the others, none is too wide. */
const examined = isThorough ? paths : TEMPLATES;

// Not loaded anew for each view: the written pages are the same in all, and styles alone make the difference. Of
// these, colours do not depend on the width.
test(
  "every page, operation and guide can be read by everybody, in light, in dark and on a phone",
  async () => {
    const { page, strangers, complaints } = await openPage(browser, { origin });
    // Colours that still change to those of another scheme are neither the one nor the other.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const faults: string[] = [];
    const rulesOf = {
      light: undefined,
      dark: COLOUR_RULES,
      "on a phone": isThorough ? undefined : LAYOUT_RULES,
    };
    const examine = async (path: string, view: keyof typeof rulesOf) => {
      if (examined.includes(path)) {
        const found = await broken(page, rulesOf[view]);
        faults.push(...found.map((fault) => `${path} ${view} ${fault}`));
      }
      if (isThorough) {
        const name = `${path.replaceAll("/", "-").replace(/\.html$/, "")}-${view.split(" ").at(-1)}`;
        await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
      }
      const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      faults.push(...(wide === 0 ? [] : [`${path} ${view} is ${wide} pixels too wide`]));
    };
    expect(written.length).toBeGreaterThan(35);
    expect(paths).toEqual(expect.arrayContaining(examined));
    for (const path of paths) {
      await page.setViewportSize(DESKTOP);
      await show(page, path);
      expect(
        await page.evaluate("document.fonts.ready.then(() => document.fonts.check('1rem Geist'))"),
      ).toBe(true);
      await examine(path, "light");
      await page.emulateMedia({ colorScheme: "dark" });
      await examine(path, "dark");
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize(PHONE);
      await examine(path, "on a phone");
    }
    expect(faults).toEqual([]);
    expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] });
    await page.context().close();
  },
  isThorough ? 1_200_000 : 480_000,
);

test("respects prefers-reduced-motion", async () => {
  const { page } = await openPage(browser, { origin });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["index.html", "guides/quick-start.html", reference]) {
    await show(page, path);
    await page.getByRole("button", { name: "Search" }).first().click();
    const moving = await page.evaluate(`[...document.querySelectorAll("*")].filter((element) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
      const moves = transitionDuration.split(", ").some((time) => parseFloat(time) > 0);
      return moves || animationName !== "none" || scrollBehavior === "smooth";
    }).map((element) => element.outerHTML.slice(0, 80))`);
    expect([path, moving]).toEqual([path, []]);
  }
});

test("detects a violation, of the rules for colours in dark only, of those for the layout on a phone only", async () => {
  const { page } = await openPage(browser, { origin });
  await show(page, "guides/glossary.html");
  const tried = '<img src="data:,"><p class="tried"><button>a</button><button>b</button></p>';
  await page.evaluate(
    (html) => document.querySelector("main")?.insertAdjacentHTML("beforeend", html),
    tried,
  );
  const size = (pixels: number) =>
    `.tried button { padding: 0; width: ${pixels}px; height: ${pixels}px }`;
  const sizes = `${size(60)} @media (max-width: 600px) { ${size(9)} }`;
  await page.addStyleTag({ content: `main p { color: #1d2026 } ${sizes}` });
  expect(await broken(page)).toEqual([expect.stringContaining("image-alt")]);
  expect(await broken(page, STYLE_RULES)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await broken(page, COLOUR_RULES)).toEqual([expect.stringContaining("color-contrast")]);
  await page.setViewportSize(PHONE);
  expect(await broken(page, LAYOUT_RULES)).toEqual([expect.stringContaining("target-size")]);
});

test("a link to a heading is never alone on a line", async () => {
  await show(phone, "errors.html");
  const alone = await phone.evaluate(`[...document.querySelectorAll(".anchor")].filter((link) => {
    const range = document.createRange();
    range.selectNodeContents(link.previousSibling);
    const last = [...range.getClientRects()].at(-1);
    return link.getBoundingClientRect().top >= last.bottom;
  }).map((link) => link.parentNode.textContent)`);
  expect(await phone.locator(".anchor").count()).toBeGreaterThan(10);
  expect(alone).toEqual([]);
});

test("the way to a page is one line on a phone", async () => {
  await show(phone, "operations/getAddressTransactions.html");
  const [height, last] = await phone.locator(".crumbs").evaluate((crumbs) => {
    const { lineHeight } = getComputedStyle(crumbs);
    const end = crumbs.lastElementChild?.getBoundingClientRect().right ?? 0;
    return [crumbs.clientHeight / Number.parseFloat(lineHeight), end];
  });
  expect(height).toBeLessThan(1.5);
  expect(last).toBeLessThan(360);
});

test("the sidebar is scrolled to the page that is shown", async () => {
  const { page } = await openPage(browser, { origin });
  await page.setViewportSize({ ...DESKTOP, height: 400 });
  await show(page, "guides/tracing.html");
  const current = page.locator("#navigation li [aria-current=page]");
  const bottom = await current.evaluate((link) => link.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(400);
});

describe("the search", () => {
  /** Opens the search of a page, unless it is open, and returns what it finds. */
  async function find(page: Page, query: string) {
    const input = page.getByRole("combobox");
    if (!(await input.isVisible())) {
      await page.getByRole("button", { name: "Search" }).first().click();
    }
    // What was found before is not taken for the results.
    await input.fill("");
    await page.getByText("Good places to start").waitFor();
    await input.fill(query);
    await page.getByText("Good places to start").waitFor({ state: "detached" });
    return page.getByRole("option");
  }

  test("finds every operation by its id, and Enter opens it", async () => {
    await show(desktop, "guides/tracing.html");
    const index = await readFile(join(site.folder, "assets/search.js"), "utf8");
    const ids = [...index.matchAll(/ · (\w+)"/g)].map(([, id]) => id ?? "");
    expect(ids).toContain("getBlock");
    for (const id of ids) {
      const first = (await find(desktop, id)).first();
      await first.getByText(` · ${id}`).waitFor();
      expect(await first.getAttribute("aria-selected")).toBe("true");
    }
    await desktop.keyboard.press("Escape");
    await desktop.keyboard.press("/");
    await find(desktop, "getBlock");
    await desktop.keyboard.press("Enter");
    await desktop.waitForURL(`${base}/operations/getBlock.html`);
  });

  test("finds a section of a guide, by arrow keys and from disk", async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(`file://${join(site.folder, "guides/tracing.html")}`);
    await find(page, "checkpo");
    // It is open, and stays as it is.
    await page.keyboard.press("Control+k");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("i");
    expect(await page.getByRole("combobox").inputValue()).toBe("checkpoi");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/paging-and-resuming\.html#checkpoints$/);
    await page.route("**/search.js", (route) => route.abort());
    await page.reload();
    await page.keyboard.press("Control+k");
    await page.getByText("The search index cannot be loaded.").waitFor();
    expect(complaints).toEqual([expect.stringContaining("ERR_FAILED")]);
  });

  test("finds fields, parameters and pages from any page, Redoc's included", async () => {
    for (const [query, group, from] of [
      ["base_fee_per_gas", "Field of getBlock", "index.html"],
      ["apechain", "Parameter of", "guides/tracing.html"],
      ["quickstart", "Quick start", "changelog.html"],
      ["rate-limited", "Errors", "chain-data.html"],
    ] as const) {
      await show(desktop, from);
      const found = await find(desktop, query);
      await found.filter({ hasText: group }).first().waitFor();
    }
  });

  test("has the guide on a subject before the fields and parameters of its name", async () => {
    await show(desktop, "index.html");
    for (const [query, guide] of [
      ["cursor", "paging-and-resuming"],
      ["next page", "paging-and-resuming"],
      ["token", "authentication"],
      ["api key", "authentication"],
      ["timeout", "errors-and-retries"],
      ["cli", "command-line"],
      ["react", "tanstack-query"],
      ["vitest", "mocking-in-unit-tests"],
      ["prism", "testing-against-the-mock"],
    ] as const) {
      const first = (await find(desktop, query)).first();
      expect([query, await first.getAttribute("href")]).toEqual([query, `guides/${guide}.html`]);
    }
  });

  test("shows at most three results of the same title, and twelve in all", async () => {
    await show(desktop, "index.html");
    // Four fields are called so.
    const found = await find(desktop, "name");
    expect(await found.count()).toBe(12);
    const titles = found.locator("strong", { hasText: /^name(?:Field|Parameter) of / });
    expect(await titles.count()).toBe(3);
  });

  test("says when there is nothing, and offers pages to begin with", async () => {
    await show(desktop, "index.html");
    await desktop.keyboard.press("/");
    await desktop.getByRole("combobox").pressSequentially("zzzz/zzzz");
    await desktop.getByText("No results for “zzzz/zzzz”.").waitFor();
    const titles = desktop.getByRole("option").locator("strong");
    const found = await titles.evaluateAll((all) => all.map((title) => title.innerHTML));
    const places = "Errors and retries,Pagination,Authentication,Running the service,Errors";
    expect(found.join()).toBe(`Quick start,${places}`);
    expect(await broken(desktop)).toEqual([]);
  });
});

test("a tab is chosen by a click or by arrows, and a language for all pages", async () => {
  const { page } = await openPage(browser, { origin });
  const chosen = `[aria-selected=true], [tabindex="0"][role=tab], [role=tabpanel]:not([hidden]) .panel-name`;
  const isChosen = async (id: string, label: string) =>
    expect(await page.locator(`#${id}`).locator(chosen).allTextContents()).toEqual([label, label]);
  await show(page, "operations/getBlock.html");
  await isChosen("samples", "curl");
  await page.getByRole("tab", { name: "JavaScript" }).click();
  for (const key of ["ArrowRight Python", "ArrowRight curl", "ArrowLeft Python", "End Python"]) {
    const [pressed = "", label = ""] = key.split(" ");
    await page.keyboard.press(pressed);
    await isChosen("samples", label);
    expect(await page.evaluate("document.activeElement.textContent")).toBe(label);
  }
  await page.getByRole("tab", { name: "404" }).click();
  await isChosen("examples", "404");
  await show(page, "index.html");
  await isChosen("sample", "Python");
  await page.context().close();
});

describe("with the keyboard", () => {
  test.each(["index.html", "chain-data.html"])(
    "Escape closes the search of %s at once, and gives the focus back",
    async (path) => {
      await show(desktop, path);
      const button = desktop.getByRole("button", { name: "Search" }).first();
      await button.press("Enter");
      await desktop.getByRole("combobox").fill("cursor");
      await desktop.getByRole("option").first().waitFor();
      await desktop.keyboard.press("Escape");
      expect(await desktop.getByRole("dialog").isVisible()).toBe(false);
      expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
      await button.press("Enter");
      await desktop.getByRole("combobox").click();
      expect(await desktop.getByRole("dialog").isVisible()).toBe(true);
      await desktop.mouse.click(5, 5);
      expect(await desktop.getByRole("dialog").isVisible()).toBe(false);
    },
  );

  test.each(["guides/errors-and-retries.html", "chain-data.html"])(
    "the first stop of %s skips to the content, and every stop can be seen",
    async (path) => {
      await show(desktop, path);
      const section = desktop.locator(".toc [aria-current], #navigation li [aria-current=true]");
      expect(await section.count()).toBe(1);
      await desktop.keyboard.press("Tab");
      expect(await desktop.evaluate("document.activeElement.textContent")).toBe("Skip to content");
      for (let at = 0; at < 30; at++) {
        await desktop.keyboard.press("Tab");
        const outline = await desktop.evaluate(
          "getComputedStyle(document.activeElement).outlineStyle",
        );
        const stop = await desktop.evaluate("document.activeElement.outerHTML.slice(0, 200)");
        expect(outline, String(stop)).not.toBe("none");
      }
      await desktop.locator(".skip").focus();
      await desktop.keyboard.press("Enter");
      await desktop.keyboard.press("Tab");
      expect(await desktop.evaluate("document.activeElement.closest('#content') !== null")).toBe(
        true,
      );
    },
  );

  test.each(["index.html", "chain-data.html"])(
    "the menu of a phone on %s reaches every page, and closes",
    async (path) => {
      await show(phone, path);
      const menu = phone.getByRole("navigation", { name: "Pages" });
      const links = menu.getByRole("listitem").getByRole("link");
      const places = menu.getByRole("navigation", { name: "Site" }).getByRole("link");
      expect([await links.count(), await places.count()]).toEqual([0, 0]);
      await phone.getByRole("button", { name: "Menu" }).first().press("Enter");
      await links.first().waitFor();
      expect(await broken(phone)).toEqual([]);
      expect(await places.allTextContents()).toEqual(["Docs", "Reference"]);
      await phone.evaluate(
        "for (const each of document.querySelectorAll('details')) each.open = true",
      );
      const hrefs = await links.evaluateAll((all) =>
        all.map((link) => (link as HTMLAnchorElement).href),
      );
      const files = await readdir(site.folder, { recursive: true });
      const pages = files.filter((file) => /^(?!404).*\.html$/.test(file));
      // The page of an area leads to its operations within itself.
      const own = operationsOf(path);
      const expected = pages.map((file) => own.get(file) ?? file);
      expect(own.size).toBe(path === "index.html" ? 0 : 3);
      expect(hrefs.sort()).toEqual(expected.map((file) => `${base}/${file}`).sort());
      await phone.keyboard.press("Escape");
      expect(await places.first().isVisible()).toBe(false);
      expect(await phone.evaluate("document.activeElement.ariaLabel")).toBe("Menu");
      await phone.keyboard.press("Enter");
      await phone.keyboard.press("Enter");
      expect(await places.first().isVisible()).toBe(false);
    },
  );
});

test("the choice of light or dark holds for all pages, Redoc's too", async () => {
  const { page } = await openPage(browser, { origin });
  await show(page, "index.html");
  const ground = () =>
    page.evaluate("getComputedStyle(document.querySelector('.bar')).backgroundColor");
  expect(await ground()).toBe("rgb(255, 255, 255)");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  for (const path of ["index.html", "guides/tracing.html", reference]) {
    await show(page, path);
    expect([path, await ground()]).toEqual([path, "rgb(12, 19, 18)"]);
  }
});
