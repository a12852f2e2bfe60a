import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleSpec, listAreas, readProblems, repositoryRoot } from "@chainkit/spec";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { GUIDE_GROUPS, guidesFolder } from "../src/guides.ts";

const site = inject("testSite");
let pages: Record<string, string>;
/** The script with the document of an area, by the name of its page. */
let scripts: Record<string, string>;

beforeAll(async () => {
  const all = await readdir(site.folder, { recursive: true });
  const names = all.filter((name) => name.endsWith(".html"));
  const read = async (name: string) => [name, await readFile(join(site.folder, name), "utf8")];
  pages = Object.fromEntries(await Promise.all(names.map(read)));
  const areas = await listAreas(site.spec);
  const readScript = async ({ name }: { name: string }) => [
    `${name}.html`,
    await readFile(join(site.folder, "assets", `${name}.js`), "utf8"),
  ];
  scripts = Object.fromEntries(await Promise.all(areas.map(readScript)));
});

interface Shown {
  description?: string;
  operationId?: string;
  "x-codeSamples"?: unknown;
  responses: Record<string, { description: string }>;
}

/** The document that a page gives to Redoc, and the options it is shown with. */
function shownBy(name: string) {
  const script = scripts[name] ?? "";
  const { definition, options } = JSON.parse(script.replace(/^[^{]*|;\s*$/g, "") || "{}");
  return {
    document: definition as {
      servers: { url: string }[];
      info: { description: string };
      paths: Record<string, Record<string, Shown>>;
      components: Record<string, Record<string, { description: string }>>;
    },
    options,
  };
}

/** A page without what its scripts hold. */
const markup = (html: string) => html.replaceAll(/(<script\b[^>]*>).*?<\/script>/gs, "$1");

test("there is a page per area, operation and guide, and those about the project", async () => {
  const areas = (await listAreas(site.spec)).map(({ name }) => `${name}.html`);
  const guides = (await readdir(guidesFolder))
    .filter((name) => name !== "index.md")
    .map((name) => `guides/${name.replace(".md", ".html")}`);
  const samples = await readdir(join(site.spec, "samples"));
  const operations = samples.map((name) => `operations/${name.replace(".ts", ".html")}`);
  const single = areas.map((name) => `single/${name}`);
  const others = [
    "404.html",
    "index.html",
    "open-questions.html",
    "errors.html",
    "reference.html",
    "benchmarks.html",
    "changelog.html",
  ];
  expect(Object.keys(pages).sort()).toEqual(
    [...areas, ...single, ...guides, ...operations, ...others].sort(),
  );
  expect(areas).toContain("fourth.html");
});

test("a page shows every operation of its area, with its sample", async () => {
  for (const { name, file } of await listAreas(site.spec)) {
    const { paths } = await bundleSpec(file);
    const shown = shownBy(`${name}.html`).document.paths;
    for (const [path, item] of Object.entries(paths ?? {})) {
      for (const [method, { operationId }] of Object.entries(item as Record<string, Shown>)) {
        if (!operationId) {
          continue;
        }
        const source = await readFile(join(site.spec, "samples", `${operationId}.ts`), "utf8");
        expect(shown[path]?.[method]).toMatchObject({
          operationId,
          "x-codeSamples": expect.arrayContaining([{ lang: "TypeScript", source }]),
        });
      }
    }
  }
});

test("Redoc is configured to show all languages, which it hides by default", () => {
  const { languages } = shownBy("chain-data.html").options.codeSamples;
  const names = languages.map(({ lang }: { lang: string }) => lang);
  expect(names).toEqual(["curl", "TypeScript", "JavaScript", "Python", "Payload"]);
});

test("a page shows the address of the mock rather than a variable", () => {
  const { servers } = shownBy("chain-data.html").document;
  expect(servers.map(({ url }) => url)).toEqual(["http://127.0.0.1:4010"]);
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

test("an operation says that its token is optional only if it is", () => {
  const optional = (name: string, path: string, method: string) =>
    shownBy(name).document.paths[path]?.[method]?.description?.includes("token optional") ?? false;
  expect(optional("chain-data.html", "/v2/{chain_name}/blocks/{block_number}", "get")).toBe(true);
  expect(optional("address-data.html", "/{chainName}/v1/transactions", "get")).toBe(false);
  const createTag = "/public_api/v1/{graph_ns}/tags/create-tag";
  expect(optional("subgraph-management.html", createTag, "post")).toBe(false);
  expect(optional("fourth.html", "/fourth/{id}", "get")).toBe(false);
  expect(optional("fourth.html", "/fourth/{id}", "put"), "from the root").toBe(true);
});

test("an operation says once which responses are defined by chainkit, and why", () => {
  const fourth = shownBy("fourth.html").document.paths["/fourth/{id}"];
  const note = "_Response 200 is [defined by chainkit](open-questions.html#question-22)._";
  expect(fourth?.get?.description).toContain(note);
  expect(fourth?.put?.description).not.toContain("defined by chainkit");
  const { paths } = shownBy("chain-data.html").document;
  const block = JSON.stringify(paths["/v2/{chain_name}/blocks/{block_number}"]);
  expect(block.match(/defined by chainkit/gi)).toHaveLength(1);
});

test("an operation leads to the guides on what its description mentions, in any area", () => {
  const guides = (name: string, path: string, method: string) => {
    const text = shownBy(name).document.paths[path]?.[method]?.description ?? "";
    return [...text.matchAll(/\(guides\/([\w-]+)\.html\)/g)].map(([, guide]) => guide);
  };
  expect(guides("fourth.html", "/fourth/{id}", "get")).toEqual([
    "errors-and-retries",
    "amounts-and-precision",
  ]);
  expect(guides("fourth.html", "/fourth/{id}", "put")).toEqual([
    "authentication",
    "errors-and-retries",
  ]);
  const balances = "/{chainName}/v1/address/{walletAddress}/balance";
  const paginated = ["paging-and-resuming", "errors-and-retries"];
  expect(guides("address-data.html", `${balances}/erc721`, "get")).toEqual(paginated);
  expect(guides("address-data.html", `${balances}/erc20`, "get")).toEqual([
    ...paginated,
    "amounts-and-precision",
  ]);
  const remove = "/public_api/v1/{graph_ns}/subgraph/remove-subgraph";
  expect(guides("subgraph-management.html", remove, "post")).toContain("subgraph-tags");
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
      // A single file contains all it needs; the other pages share the assets of the site.
      const isSingle = name.startsWith("single/");
      const strange = isSingle ? found : found.filter((load) => !own.test(load));
      expect([name, strange]).toEqual([name, []]);
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
        expect([name, policy]).toEqual([name, expect.stringMatching(/^default-src 'none';/)]);
      }
      expect(policy).not.toMatch(/https?:|\*|connect-src/);
    }
  });

  test("loads neither Redoc's logo nor its telemetry", () => {
    for (const [name, html] of Object.entries(pages)) {
      expect(html.match(/cdn\.redoc\.ly[^`"']*/)).toBeNull();
      if (name in scripts) {
        expect(shownBy(name).options.disableTelemetry).toBe(true);
      }
    }
  });
});
