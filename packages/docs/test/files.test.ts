import { join } from "node:path/posix";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import manifest from "../../../package.json" with { type: "json" };
import { SEARCH_TOPICS } from "../src/search-topics.ts";
import { brokenLinks, isBroken } from "./broken-links.ts";
import { readTestSite } from "./site.ts";

const files = await readTestSite();
const pages = [...files].filter(([path]) => path.endsWith(".html"));
const written = pages.filter(([path]) => /^(?:guides|operations)\//.test(path));

test("the topics of the search are those of pages that exist", () => {
  expect(Object.keys(SEARCH_TOPICS).filter((path) => !files.has(path))).toEqual([]);
});

test("every link of every page leads to a page of the site, or names another site in full", () => {
  expect(brokenLinks(files)).toEqual([]);
});

test("a link is reported if it is broken", () => {
  expect(isBroken(files, "guides/tracing.html", "../index.html")).toBe(false);
  expect(isBroken(files, "guides/tracing.html", "../index.html#nothing")).toBe(true);
  expect(isBroken(files, "guides/tracing.html", "index.html")).toBe(true);
  // The site works below any base path.
  expect(isBroken(files, "index.html", "/index.html")).toBe(true);
});

test("no heading or row of a page has the id of another", () => {
  for (const [path, html] of pages) {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect([path, ids.length]).toEqual([path, new Set(ids).size]);
  }
});

test("a guide of several sections lists them", () => {
  const guides = written.filter(([path]) => path.startsWith("guides/"));
  expect(files.get("guides/all-areas.html")).toMatch(
    /"https:\/\/github\.com\/[\w-]+\/chainkit\/blob\/main\/packages\/client\/README\.md"/,
  );
  for (const [path, html] of guides) {
    const sections = [...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
    const hasContents = sections.length > 1 && !html.includes('class="prose full"');
    const listed = [...html.matchAll(/<li><a href="#([^"]*)"/g)].map(([, id]) => id);
    expect([path, listed]).toEqual([path, hasContents ? sections : []]);
  }
});

test("no page can be edited while the repository has no owner", () => {
  const hasOwner = !manifest.repository.url.includes("/OWNER/");
  expect(pages.some(([, html]) => html.includes("/edit/main/"))).toBe(hasOwner);
});

describe("for agents", () => {
  test("every guide and operation has a Markdown twin, listed in llms.txt and part of llms-full.txt", () => {
    for (const [path, html] of written) {
      const twin = path.replace(".html", ".md");
      expect(html).toContain(`type="text/markdown" href="../${twin}"`);
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
});
