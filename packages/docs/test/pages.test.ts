import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas, operationPage, readProblems, repositoryRoot } from "@chainkit/spec";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { GUIDE_GROUPS, guidesFolder } from "../src/guides.ts";
import { textOf } from "../src/html.ts";

const site = inject("testSite");
let pages: Record<string, string>;

beforeAll(async () => {
  const all = await readdir(site.folder, { recursive: true });
  const names = all.filter((name) => name.endsWith(".html"));
  const read = async (name: string) => [name, await readFile(join(site.folder, name), "utf8")];
  pages = Object.fromEntries(await Promise.all(names.map(read)));
});

/** A page without what its scripts hold. */
const markup = (html: string) => html.replaceAll(/(<script\b[^>]*>).*?<\/script>/gs, "$1");

test("there is a page per area, operation and guide, and those about the project", async () => {
  const areas = (await listAreas(site.spec)).map(({ name }) => `${name}.html`);
  const guides = (await readdir(guidesFolder))
    .filter((name) => name !== "index.md")
    .map((name) => `guides/${name.replace(".md", ".html")}`);
  const samples = await readdir(join(site.spec, "samples"));
  const operations = samples.map((name) => `operations/${name.replace(".ts", ".html")}`);
  const others = [
    "404.html",
    "index.html",
    "open-questions.html",
    "errors.html",
    "reference.html",
    "benchmarks.html",
    "changelog.html",
  ];
  expect(Object.keys(pages).sort()).toEqual([...areas, ...guides, ...operations, ...others].sort());
  expect(areas).toContain("fourth.html");
});

test("Redoc shows every operation of an area without scripts, with a sample and each response", async () => {
  for (const { name, file } of await listAreas(site.spec)) {
    const page = pages[`${name}.html`] ?? "";
    const shown = textOf(page.replaceAll(/<(script|style)\b.*?<\/\1>/gs, ""));
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
      expect(page).toMatch(
        new RegExp(
          `href="bundles/${name}.${form.toLowerCase()}"[^>]*>.*?OpenAPI \\(${form}\\)`,
          "s",
        ),
      );
    }
    const [, own = ""] = page.split('id="redoc"');
    expect([name, own.match(/<(?:button|select|script|img)\b[^>]*/g)]).toEqual([name, null]);
  }
});

test("the page of an operation shows the fields of its response, and leads to the guides on them", () => {
  const page = pages["operations/getErc20Balances.html"] ?? "";
  expect(page).toContain('<h2 id="responses">Response ');
  expect(page).toContain('href="../guides/amounts-and-precision.html">Amounts</a>');
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

test("the landing page links to each area and operation", async () => {
  const index = pages["index.html"] ?? "";
  for (const { name, file } of await listAreas(site.spec)) {
    expect(index).toContain(`href="${name}.html"`);
    const document = JSON.stringify(await bundleSpec(file));
    for (const [, id] of document.matchAll(/"operationId":"(\w+)"/g)) {
      expect(index).toContain(`<code>${id}</code>`);
    }
  }
  expect(index).toContain(
    '<a href="operations/getFourth.html"><span class="verb get">GET</span><code>getFourth</code>',
  );
  expect(index).toContain("Fourth &lt;area&gt; &amp; more");
  expect(index).toContain("<p>Made up here.</p>");
});

test("the landing page has the sample of the quick start with its output, and the call in other languages", () => {
  const index = pages["index.html"] ?? "";
  const [sample = ""] =
    pages["guides/quick-start.html"]?.match(/<pre(?:(?!<pre).)*<\/pre>(?=<div class="output)/s) ??
    [];
  const [output = ""] =
    pages["guides/quick-start.html"]?.match(/<div class="output">.*?<\/div>/s) ?? [];
  expect(sample).toContain("getErc20Balances");
  expect(output).toContain("CELR");
  expect(index).toContain(sample + output);
  for (const text of [">curl</button>", "urlopen("]) {
    expect(index).toContain(text);
  }
});

test("the Markdown of the landing page has the whole quick start", async () => {
  const read = (name: string) => readFile(join(site.folder, name), "utf8");
  const blocks = (text: string) => text.match(/^```.*?^```$/gms) ?? [];
  const quickStart = blocks(await read("guides/quick-start.md"));
  expect(quickStart.length).toBeGreaterThan(4);
  expect(blocks(await read("index.md"))).toEqual(quickStart);
  expect(await read("index.md")).not.toContain("<!--");
});

/** What Redoc shows of an operation, as HTML. */
function shownOf(area: string, id: string): string {
  const operations = pages[`${area}.html`]?.split('data-item-kind="httpItem"') ?? [];
  return operations.find((part) => textOf(part).includes(`Method ${id} `)) ?? "";
}

test("an operation says that its token is optional only if it is", () => {
  const isOptional = (area: string, id: string) =>
    textOf(shownOf(area, id)).includes("token optional");
  expect(isOptional("chain-data", "getBlock")).toBe(true);
  expect(isOptional("address-data", "getLatestTransactions")).toBe(false);
  expect(isOptional("subgraph-management", "createTag")).toBe(false);
  expect(isOptional("fourth", "getFourth")).toBe(false);
  expect(isOptional("fourth", "putFourth"), "from the root").toBe(true);
});

test("an operation says once which responses are defined by chainkit, and why", () => {
  const note = "Response 200 is defined by chainkit.";
  expect(textOf(shownOf("fourth", "getFourth"))).toContain(note);
  expect(shownOf("fourth", "getFourth")).toContain('href="open-questions.html#question-22"');
  expect(shownOf("fourth", "putFourth")).not.toContain("defined by chainkit");
  expect(shownOf("chain-data", "getBlock").match(/defined by chainkit/gi)).toHaveLength(1);
});

test("an operation leads to the guides on what its description mentions, in any area", () => {
  const guides = (area: string, id: string) => {
    const links = shownOf(area, id).matchAll(/ href="guides\/([\w-]+)\.html"/g);
    return [...links].map(([, guide]) => guide);
  };
  expect(guides("fourth", "getFourth")).toEqual(["errors-and-retries", "amounts-and-precision"]);
  expect(guides("fourth", "putFourth")).toEqual(["authentication", "errors-and-retries"]);
  const paginated = ["paging-and-resuming", "errors-and-retries"];
  expect(guides("address-data", "getErc721Balances")).toEqual(paginated);
  expect(guides("address-data", "getErc20Balances")).toEqual([
    ...paginated,
    "amounts-and-precision",
  ]);
  expect(guides("subgraph-management", "removeSubgraph")).toContain("subgraph-tags");
  expect(pages["operations/getFourth.html"]).toContain(
    'href="../guides/amounts-and-precision.html"',
  );
});

test("the page of errors has a section with cause and fix of each", async () => {
  const page = (pages["errors.html"] ?? "")
    .replaceAll(/<\/?code>/g, "`")
    .replaceAll(/<\/?span\b[^>]*>/g, "");
  for (const { name, title, cause, fix } of await readProblems(site.spec)) {
    expect(page).toContain(`<h2 id="${name}">`);
    for (const text of [title, cause, fix]) {
      expect(page).toContain(text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
    }
  }
});

test("the changelog names the packages of each change that is not released", async () => {
  const folder = join(repositoryRoot, ".changeset");
  const files = (await readdir(folder)).filter((name) => /^(?!README).*\.md$/.test(name));
  for (const file of files) {
    const [first = "", ...others] = (await readFile(join(folder, file), "utf8"))
      .split("\n")
      .flatMap((line) => /^"@chainkit\/(.*)": (?:major|minor|patch)$/.exec(line)?.[1] ?? []);
    const names = [first, ...others].join(", ");
    expect(pages["changelog.html"], file).toContain(`<p><strong>${names}</strong> — `);
  }
});

// Findings rather than whole pages are compared: a page is millions of characters long.
describe("no page asks another host for anything", () => {
  test("nothing in the markup is loaded from elsewhere", () => {
    const loads =
      /<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)\s*=[^>]*>|@import[^;]*/gi;
    for (const [name, html] of Object.entries(pages)) {
      const found = markup(html).match(loads) ?? [];
      const own =
        /(?:src|href)="(?:\.\/|(?:\.\.\/)*)assets\/[\w-]+\.(?:js|css|svg)"|rel="alternate"/;
      expect([name, found.filter((load) => !own.test(load))]).toEqual([name, []]);
    }
  });

  test("the policy of a page comes first and allows no host; a console narrows its own", () => {
    for (const [name, html] of Object.entries(pages)) {
      const [, before, policy] =
        html.match(/^(.*?)<meta http-equiv="Content-Security-Policy" content="([^"]*)">/s) ?? [];
      expect(before?.match(/<(script|style|link|img)/)).toBeNull();
      if (html.includes("data-console")) {
        expect(name).toMatch(/^operations\//);
        expect(policy).toMatch(
          /^script-src 'self' 'sha256-\S+';.* object-src 'none'; frame-src 'none';/,
        );
      } else {
        expect([name, policy]).toEqual([
          name,
          expect.stringMatching(/^default-src 'none'; connect-src 'self';/),
        ]);
      }
      expect(policy).not.toMatch(/https?:|\*/);
    }
  });
});
