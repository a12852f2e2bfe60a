import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas, operationPage, readProblems } from "@chainkit/spec";
import { expect, inject, test } from "vitest";
import { GUIDE_GROUPS, guidesFolder } from "../src/guides.ts";
import { textOf } from "../src/html.ts";
import { readTestSite, shownBy } from "./site.ts";

const { spec } = inject("testSite");
const files = await readTestSite();
const fileOf = (path: string) => files.get(path) ?? "";
const pages = [...files].filter(([path]) => path.endsWith(".html"));

test("there is a page per area, operation and guide, and those about the project", async () => {
  const areas = (await listAreas(spec)).map(({ name }) => `${name}.html`);
  const guides = (await readdir(guidesFolder))
    .filter((name) => name !== "index.md")
    .map((name) => `guides/${name.replace(".md", ".html")}`);
  const samples = await readdir(join(spec, "samples"));
  const operations = samples.map((name) => `operations/${name.replace(".ts", ".html")}`);
  const own = ["404", "index", "open-questions", "errors", "reference", "benchmarks", "changelog"];
  expect(pages.map(([path]) => path).sort()).toEqual(
    [...areas, ...guides, ...operations, ...own.map((name) => `${name}.html`)].sort(),
  );
  expect(areas).toContain("fourth.html");
});

test("Redoc shows every operation of an area without scripts, with a sample and each response", async () => {
  for (const { name, file } of await listAreas(spec)) {
    const page = fileOf(`${name}.html`);
    const shown = shownBy(page);
    const operations = readOperations(await bundleSpec(file));
    expect([name, page.match(/data-item-kind="httpItem"/g)?.length]).toEqual([
      name,
      operations.length,
    ]);
    for (const operation of operations) {
      const { id, path, summary, parameters, responses } = operation;
      const wanted = [
        ...[summary, path, `Method ${id}`, "curl "],
        ...parameters.map((parameter) => parameter.name),
        ...responses.map(({ status }) => `Response ${status}`),
      ];
      expect([id, wanted.filter((each) => !shown.includes(each))]).toEqual([id, []]);
      expect(page).toContain(`id="${operationPage(name, id).split("#")[1]}"`);
    }
    for (const form of ["YAML", "JSON"]) {
      const link = `href="bundles/${name}.${form.toLowerCase()}"[^>]*>.*?OpenAPI \\(${form}\\)`;
      expect(page).toMatch(new RegExp(link, "s"));
    }
    const [, own = ""] = page.split('id="redoc"');
    expect([name, own.match(/<(?:button|select|script|img)\b[^>]*/g)]).toEqual([name, null]);
  }
});

test("no page for operators is longer than 900 words", async () => {
  const names = GUIDE_GROUPS["Self-hosting"]?.filter((name) =>
    /-the-service$|^node|^cache-|^(?:first-week|growth|postgresql)$/.test(name),
  );
  expect(names).toHaveLength(10);
  for (const name of names ?? []) {
    const text = await readFile(join(guidesFolder, `${name}.md`), "utf8");
    const words = text.replaceAll(/^```.*?^```$/gms, "").match(/[\w'’./`-]*\w[\w'’./`-]*/g) ?? [];
    expect([name, words.length <= 900, words.length]).toEqual([name, true, words.length]);
  }
});

test("the landing page has the sample of the quick start, and its output", () => {
  expect(fileOf("index.html")).toMatch(/getErc20Balances.*<div class="output">.*CELR/s);
});

const GUIDES = {
  amounts: "amounts-and-precision",
  auth: "authentication",
  errors: "errors-and-retries",
  paging: "paging-and-resuming",
  tags: "subgraph-tags",
};
test.each([
  ["getFourth", "no token", "Response 200 is", "errors amounts"],
  // From the root.
  ["putFourth", "token optional", "", "auth errors"],
  ["getBlock", "token optional", "Responses 400, 401, 404, 429, 500 are", "auth errors amounts"],
  ["getErc20Balances", "no token", "Responses 400, 404, 429, 500 are", "paging errors amounts"],
  ["createTag", "token required", "Responses 400, 401, 404, 429, 500 are", "auth errors tags"],
])("Redoc says of %s: %s, once what we define, and its guides", (id, token, note, guides) => {
  const operations = pages.flatMap(([, html]) => html.split('data-item-kind="httpItem"').slice(1));
  const own = operations.find((part) => textOf(part).includes(`Method ${id} `)) ?? "";
  const shown = textOf(own);
  expect(shown).toContain(`Method ${id} · ${token}`);
  expect(shown).toContain(note && `${note} defined by chainkit.`);
  expect(shown.split("defined by chainkit")).toHaveLength(note === "" ? 1 : 2);
  expect(own.includes('href="open-questions.html#question-22"')).toBe(note !== "");
  const links = [...own.matchAll(/ href="guides\/([\w-]+)\.html"/g)].map(([, guide]) => guide);
  expect(links).toEqual(guides.split(" ").map((name) => GUIDES[name as "errors"]));
});

test("the page of errors has a section with cause and fix of each", async () => {
  const page = fileOf("errors.html")
    .replaceAll(/<\/?code>/g, "`")
    .replaceAll(/<\/?span\b[^>]*>/g, "");
  for (const { name, title, cause, fix } of await readProblems(spec)) {
    for (const text of [`<h2 id="${name}">`, ...[title, cause, fix].map(escaped)]) {
      expect(page).toContain(text);
    }
  }
});

const escaped = (text: string) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

// Findings rather than whole pages are compared: a page is millions of characters long.
test("nothing in the markup is loaded from another host", () => {
  const loads = /<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)\s*=[^>]*>|@import[^;]*/gi;
  const own = /(?:src|href)="(?:\.\/|(?:\.\.\/)*)assets\/[\w-]+\.(?:js|css|svg)"|rel="alternate"/;
  for (const [path, html] of pages) {
    const markup = html.replaceAll(/(<script\b[^>]*>).*?<\/script>/gs, "$1");
    const found = (markup.match(loads) ?? []).filter((load) => !own.test(load));
    expect([path, found]).toEqual([path, []]);
  }
});

test("the policy of a page comes first and allows no host; a console narrows its own", () => {
  for (const [path, html] of pages) {
    const [, before, policy] =
      html.match(/^(.*?)<meta http-equiv="Content-Security-Policy" content="([^"]*)">/s) ?? [];
    expect(before?.match(/<(script|style|link|img)/)).toBeNull();
    const isConsole = html.includes("data-console");
    expect([path, isConsole]).toEqual([path, path.startsWith("operations/")]);
    expect(policy).toMatch(
      isConsole
        ? /^script-src 'self' 'sha256-\S+';.* object-src 'none'; frame-src 'none';/
        : /^default-src 'none'; connect-src 'self';/,
    );
    expect(policy).not.toMatch(/https?:|\*/);
  }
});
