import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path/posix";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { parse } from "yaml";
import { textOf } from "../src/html.ts";
import { SEARCH_TOPICS } from "../src/search-topics.ts";
import { PUBLIC_URL } from "./site.ts";

const files = new Map<string, string>();
let pages: string[];

beforeAll(async () => {
  const folder = inject("publicSite");
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const file = join(entry.parentPath, entry.name);
      files.set(relative(folder, file), await readFile(file, "utf8"));
    }
  }
  pages = [...files.keys()].filter((path) => /^(?:guides|operations)\/.*\.html$/.test(path));
});

/** What a page shows without its scripts. */
const shownBy = (page: string) => textOf(page.replaceAll(/<(script|style)\b.*?<\/\1>/gs, ""));

test("the topics of the search are those of pages that exist", () => {
  expect(Object.keys(SEARCH_TOPICS).filter((path) => !pages.includes(path))).toEqual([]);
});

describe("for agents and crawlers", () => {
  test("every guide and operation has a Markdown twin, listed in llms.txt and part of llms-full.txt", () => {
    expect(pages.length).toBeGreaterThan(20);
    for (const page of pages) {
      const twin = page.replace(".html", ".md");
      expect(files.get(page)).toContain(`type="text/markdown" href="../${twin}"`);
      expect(files.get("llms.txt")).toContain(`](${twin})`);
      expect(files.get("llms-full.txt")).toContain(files.get(twin) ?? "no twin");
    }
  });

  test("a link of a Markdown twin leads to a file of the site", () => {
    const broken = [...files].flatMap(([path, text]) =>
      !path.endsWith(".md") || path === "changelog.md"
        ? []
        : [...text.replaceAll(/^```.*?^```$/gms, "").matchAll(/\]\(((?!\w+:)[^)#\s]+)/g)]
            .map(([, href = ""]) => join(path, "..", href))
            .filter((target) => !files.has(target))
            .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("the bundles are the contract, as YAML and JSON, each area and all of them", async () => {
    const readers = { json: JSON.parse, yaml: (text: string) => parse(text) };
    for (const [form, read] of Object.entries(readers)) {
      const all = read(files.get(`bundles/all.${form}`) ?? "");
      for (const { name, file } of await listAreas()) {
        const document = await bundleSpec(file);
        expect(read(files.get(`bundles/${name}.${form}`) ?? "")).toEqual(document);
        expect(all[name]).toEqual(document);
      }
    }
  });

  test("the page of an operation needs no JavaScript, and has its own title", async () => {
    for (const { name, file } of await listAreas()) {
      for (const operation of readOperations(await bundleSpec(file))) {
        const { id, parameters, responses, path, method } = operation;
        const page = files.get(`operations/${id}.html`) ?? "";
        const title = /<h1>(.*?)<\/h1>/.exec(page)?.[1] ?? "no title";
        expect(page).toContain(`<title>${title} · chainkit</title>`);
        expect(page).toContain(`<meta property="og:title" content="${title}">`);
        expect(page).toMatch(/<meta property="og:description" content="[^"]{20,}">/);
        const text = shownBy(page);
        const [success] = responses.find(({ status }) => status === "200")?.media ?? [];
        const wanted = [
          ...[`${method} ${path}`, title, "curl ", "@chainkit/", "await fetch(", "urlopen("],
          ...parameters.map((parameter) => parameter.name),
          ...Object.keys(Object(success?.example)),
          ...responses.flatMap(({ status, description, headers }) => [
            status,
            description.split(/[`[\n]/)[0]?.trim() ?? "",
            ...headers.map((header) => header.name),
          ]),
        ];
        expect(wanted.length).toBeGreaterThan(10);
        expect([id, wanted.filter((each) => !text.includes(each))]).toEqual([id, []]);
        // Those of a problem, which each error has, stand once.
        expect(page.split("<code>errors[].reason</code>").length).toBeLessThanOrEqual(2);
        expect(files.get(`${name}.html`)).toContain(`href="operations/${id}.html"`);
      }
    }
    const index = files.get("index.html");
    expect(index).toContain('<meta property="og:title" content="chainkit API">');
  });

  test("with a public URL there are a sitemap and canonical links", () => {
    const url = `${PUBLIC_URL}/guides/authentication.html`;
    expect(files.get("sitemap.xml")).toContain(`<loc>${url}</loc>`);
    expect(files.get("guides/authentication.html")).toContain(`rel="canonical" href="${url}"`);
    expect(files.get("sitemap.xml")).not.toContain("404");
  });
});
