import type { Request } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, useBrowser } from "../../docs/test/browser.ts";
import { altered, KINDS } from "./kinds.ts";
import { NOW, PAGES, SCENES } from "./scenes.ts";
import { type Override, useSite } from "./site.ts";

const site = await useSite();
const { page } = await openPage(await useBrowser(), { origin: site.origin });
await page.clock.setFixedTime(NOW);
/** What the page asked for, and the requests that are not answered. */
const asked = new Set<string>();
const pending = new Set<Request>();
page.on("request", (request) => {
  const path = request.url().replace(site.origin, "");
  if (!path.startsWith("/explorer/")) {
    asked.add(path);
    pending.add(request);
  }
});
page.on("requestfinished", (request) => pending.delete(request));
page.on("requestfailed", (request) => pending.delete(request));

/** The pages of which each scene has another look. */
const SHOWN = {
  honest: Object.keys(PAGES) as Name[],
  empty: ["home", "address", "block"],
  failed: ["home", "address", "nft"],
  missing: ["block", "transfer", "address", "nft"],
  silent: ["token_call", "address", "nft"],
} as const;
type Name = keyof typeof PAGES;

/** Leaves the first items of each list, and the ends of call data, which is opened. */
const SHORTEN = `
  const MANY = "li:nth-child(n+5), tr:nth-child(n+5), .words > :nth-child(n+7):nth-last-child(n+5)";
  for (const item of document.querySelectorAll(MANY)) item.remove();
  for (const fold of document.querySelectorAll("details")) fold.open = true;
`;

/** What a page does not say to a screen reader: its drawings, and the attributes of its other elements. */
function lookOf(root: Element): string[] {
  return [root, ...root.querySelectorAll(":not(time, option, svg *)")].flatMap((each) => {
    const named = [...each.attributes].filter(({ name }) => !["class", "href"].includes(name));
    const own = named.map(({ name, value }) => `[${name}=${value.replace(/0x\w{9,}/, "0x…")}]`);
    const look = [each.localName, ...each.classList].join(".") + own.join("");
    return each.matches("svg") ? each.outerHTML : look === each.localName ? [] : look;
  });
}

const counted = (all: readonly string[]) =>
  [...new Set(all)].map((each) => `${all.filter((other) => other === each).length} ${each}`);

/** A line for each row, item and term: its texts, and where its links lead. */
function linesOf(aria: string): string[] {
  const inline = "text|link|/url|code|time|cell|columnheader|button|strong|emphasis|definition";
  return aria
    .replace(/^( *- )'?(row|cell)\b.*:$/gm, "$1$2:")
    .replace(/^ *- rowgroup:\n/gm, "")
    .replace(new RegExp(`\\n *- (?=(?:${inline})\\b)`, "g"), " ")
    .replace(/^ *- /gm, "")
    .replace(/link "([^"]*)": \/url: "?(\S+?)"?(?: code: "?\1"?)?(?=\s|$)/gm, "[$1]($2)")
    .replace(/ (?:cell|columnheader)\b:?/g, " |")
    .split("\n");
}

/** Counts what a page shows as pending, once it has shown what came. */
const countOf = (pending: string) =>
  new Promise<number>((done) =>
    requestAnimationFrame(() => setTimeout(() => done(document.querySelectorAll(pending).length))),
  );

/** Reads a page, by what a service responds. */
async function read(name: Name, override: Override) {
  const isSilent = override === SCENES.silent;
  site.override(override);
  await page.goto("about:blank");
  asked.clear();
  pending.clear();
  await page.goto(site.url + PAGES[name]);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // What a page asks for second is shown without a sign that it is missing.
  let quiet = 0;
  const watch = async () => {
    const count = await page.evaluate(countOf, isSilent ? ".failure" : ".loading, .bone");
    quiet = count > 0 || (pending.size > 0 && !isSilent) ? 0 : quiet + 1;
    return quiet;
  };
  await expect.poll(watch, { interval: 0 }).toBe(4);
  // The header is that of all pages.
  const root = page.locator(name === "home" ? "body" : "main");
  const look = counted(await root.evaluate(lookOf));
  await page.evaluate(SHORTEN);
  const said = [await page.title(), ...linesOf(await root.ariaSnapshot())];
  // Of many blocks and transactions how many.
  const alike = [...asked].map((path) => path.replace(/s\/(\d+|0x\w+)$/, "s/…"));
  return { said, look, asked: counted(alike).sort() };
}

test.each(Object.entries(SHOWN))("what pages say and look like: %s", async (scene, names) => {
  const known = new Set<string>();
  const texts: string[] = [];
  for (const name of names) {
    const { said, look, asked } = await read(name, SCENES[scene as keyof typeof SHOWN]);
    // The look of the pages before is not repeated.
    const fresh = look.filter((each) => !known.has(each));
    for (const each of fresh) {
      known.add(each);
    }
    const others = fresh.filter((each) => !each.includes("<svg")).join(", ");
    const drawings = fresh.filter((each) => each.includes("<svg"));
    texts.push(`## ${name}`, ...said, "", ...asked, "", others, ...drawings, "");
    // Of other records only what differs, and how what the page lacks begins.
    for (const [kind, changes] of Object.entries(scene === "honest" ? (KINDS[name] ?? {}) : {})) {
      const other = await read(name, altered(changes));
      const added = other.said.filter((line) => !said.includes(line));
      const gone = said.filter((line) => !other.said.includes(line));
      const own = other.look.map((each) => each.replace(/^\d+ /, ""));
      const titled = own.filter((each) => !/^<svg/.test(each) && !look.join("\n").includes(each));
      const lost = gone.map((line) => line.slice(0, 30)).join("; ");
      texts.push(`## ${name} ${kind}`, ...added, `without ${lost}`);
      texts.push(...other.asked.filter((path) => !asked.includes(path)), ...titled, "");
    }
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`catalogue/${scene}.txt`);
});

test("ages are kept up to date", async () => {
  await read("block", SCENES.honest);
  await page.clock.setFixedTime(NOW + 60_000);
  await page.getByText("1 min. ago · 2 Jan 2026, 03:03:56 UTC").waitFor();
  await page.clock.setFixedTime(NOW);
});

test("a long text opens", async () => {
  const description = "N".repeat(121);
  await read("nft", altered({ nft: { description } }));
  await page.getByRole("button", { name: "Show all 121 characters" }).click();
  await page.getByText(description, { exact: true }).waitFor();
});
