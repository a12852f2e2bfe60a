import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guidesFolder } from "../src/guides.ts";
import { buildTestSite } from "./site.ts";

let site: Awaited<ReturnType<typeof buildTestSite>>;
let pages: Record<string, string>;

beforeAll(async () => {
  site = await buildTestSite();
  const all = await readdir(site.folder, { recursive: true });
  const names = all.filter((name) => name.endsWith(".html"));
  const read = async (name: string) => [name, await readFile(join(site.folder, name), "utf8")];
  pages = Object.fromEntries(await Promise.all(names.map(read)));
}, 60_000);
afterAll(() => site?.remove());

interface Shown {
  description?: string;
  operationId?: string;
  "x-codeSamples"?: unknown;
  responses: Record<string, { description: string }>;
}

/** The document that a page gives to Redoc, and the options it is shown with. */
function shownBy(name: string) {
  const constant = (variable: string) =>
    JSON.parse(pages[name]?.match(new RegExp(`const ${variable} = (.*);\n`))?.[1] ?? "null");
  return {
    document: constant("__redoc_definition") as {
      servers: { url: string }[];
      info: { description: string };
      paths: Record<string, Record<string, Shown>>;
      components: Record<string, Record<string, { description: string }>>;
    },
    options: constant("__redoc_options"),
  };
}

/** The pages that Redoc draws. */
function areaPages(): Record<string, string> {
  const redocs = Object.entries(pages).filter(([, html]) => html.includes("__redoc_definition"));
  return Object.fromEntries(redocs);
}

/** A page without what its scripts hold. */
const markup = (html: string) => html.replaceAll(/(<script\b[^>]*>).*?<\/script>/gs, "$1");

test("there is a page per area, a page per guide, and those about the project", async () => {
  const areas = (await listAreas(site.spec)).map(({ name }) => `${name}.html`);
  const guides = (await readdir(guidesFolder))
    .filter((name) => name !== "index.md")
    .map((name) => `guides/${name.replace(".md", ".html")}`);
  const others = ["index.html", "open-questions.html", "changelog.html"];
  expect(Object.keys(pages).sort()).toEqual([...areas, ...guides, ...others].sort());
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
          "x-codeSamples": [{ lang: "TypeScript", source }],
        });
      }
    }
  }
});

test("Redoc is told to show TypeScript samples, which it hides by default", () => {
  const { languages } = shownBy("chain-data.html").options.codeSamples;
  expect(languages).toEqual([{ lang: "TypeScript" }, { lang: "Payload" }]);
});

test("a page shows the address of the mock rather than a variable", () => {
  const { servers } = shownBy("chain-data.html").document;
  expect(servers.map(({ url }) => url)).toEqual(["http://127.0.0.1:4010"]);
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
  expect(index).toContain('href="chain-data.html#/blocks/getblock"');
  expect(index).toContain('href="fourth.html#/some-things/putfourth"');
  expect(index).toContain('<a href="fourth.html#/other/getfourth"><code>getFourth</code></a>');
  expect(index).toContain("Fourth &lt;area&gt; &amp; more");
  expect(index).toContain("<p>Made up here.</p>");
});

test("an operation says that its token is optional only if it is", () => {
  const optional = (name: string, path: string, method: string) =>
    shownBy(name).document.paths[path]?.[method]?.description?.includes("token is optional") ??
    false;
  expect(optional("chain-data.html", "/v2/{chain_name}/blocks/{block_number}", "get")).toBe(true);
  expect(optional("address-data.html", "/{chainName}/v1/transactions", "get")).toBe(false);
  const createTag = "/public_api/v1/{graph_ns}/tags/create-tag";
  expect(optional("subgraph-management.html", createTag, "post")).toBe(false);
  expect(optional("fourth.html", "/fourth/{id}", "get")).toBe(false);
  expect(optional("fourth.html", "/fourth/{id}", "put"), "from the root").toBe(true);
});

test("what the interface does not specify says so", () => {
  const fourth = shownBy("fourth.html").document.paths["/fourth/{id}"];
  expect(fourth?.get?.responses["200"]?.description).toMatch(/^Done\.\n\n_Defined by chainkit/);
  expect(fourth?.put?.responses["200"]?.description).toBe("Done.");
  const { schemas } = shownBy("chain-data.html").document.components;
  expect(schemas?.Problem?.description).toContain("Defined by chainkit");
  expect(schemas?.Block?.description).not.toContain("Defined by chainkit");
});

// Findings rather than whole pages are compared: a page is millions of characters long.
describe("no page asks another host for anything", () => {
  test("nothing in the markup is loaded from elsewhere", () => {
    const loads =
      /<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)\s*=[^>]*>|@import[^;]*/gi;
    for (const [name, html] of Object.entries(pages)) {
      const found = markup(html).match(loads) ?? [];
      const own = /(?:src|href)="(?:\.\.\/)*assets\/\w+\.(?:js|css)"/;
      // The page of an area holds all it needs; the others have their own assets beside them.
      const strange = name in areaPages() ? found : found.filter((load) => !own.test(load));
      expect([name, strange]).toEqual([name, []]);
    }
  });

  test("the browser is told to refuse every host before anything else is said", () => {
    for (const html of Object.values(pages)) {
      const [, before, policy] =
        html.match(/^(.*?)<meta http-equiv="Content-Security-Policy" content="([^"]*)">/s) ?? [];
      expect(before?.match(/<(script|style|link|img)/)).toBeNull();
      expect(policy).toMatch(/^default-src 'none';/);
      expect(policy).not.toMatch(/https?:|\*|connect-src/);
    }
  });

  test("neither Redoc's logo nor its telemetry is asked for", () => {
    for (const [name, html] of Object.entries(pages)) {
      expect(html.match(/cdn\.redoc\.ly[^`"']*/)).toBeNull();
      if (name in areaPages()) {
        expect(shownBy(name).options.disableTelemetry).toBe(true);
      }
    }
  });
});
