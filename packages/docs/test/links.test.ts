import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { brokenLinks, isBroken, references } from "./broken-links.ts";

const site = inject("testSite");
const pages = new Map<string, string>();

beforeAll(async () => {
  for (const path of await readdir(site.folder, { recursive: true })) {
    if (/\.\w+$/.test(path)) {
      pages.set(path, await readFile(join(site.folder, path), "utf8"));
    }
  }
});

describe("every link of every page", () => {
  test("leads to a page of the site, or names another site in full", () => {
    expect(brokenLinks(pages)).toEqual([]);
  });

  test("is reported if it is broken", () => {
    expect(isBroken(pages, "guides/tracing.html", "../index.html")).toBe(false);
    expect(isBroken(pages, "guides/tracing.html", "../index.html#nothing")).toBe(true);
    expect(isBroken(pages, "guides/tracing.html", "index.html")).toBe(true);
    expect(isBroken(pages, "index.html", "/index.html")).toBe(true);
  });

  test("is relative, so that the site works below any base path", () => {
    const absolute = [...pages.values()]
      .flatMap(references)
      .filter((address) => /^\//.test(address));
    expect(absolute).toEqual([]);
  });
});

test("no heading or row of a page has the id of another", () => {
  for (const [path, html] of pages) {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect([path, ids.length]).toEqual([path, new Set(ids).size]);
  }
});

test("each section of a guide links to itself, and each guide to its neighbours", async () => {
  const guides = [...pages].filter(([path]) => /^guides\/.*\.html$/.test(path));
  expect(guides.length).toBeGreaterThan(20);
  expect(pages.get("guides/all-areas.html")).toMatch(
    /"https:\/\/github\.com\/[\w-]+\/chainkit\/blob\/main\/packages\/client\/README\.md"/,
  );
  for (const [path, html] of guides) {
    const ids = [...html.matchAll(/<h[23] id="([^"]*)"/g)].map(([, id]) => id);
    const anchors = [...html.matchAll(/class="anchor" href="#([^"]*)"/g)].map(([, id]) => id);
    expect([path, anchors]).toEqual([path, ids]);
    expect(html).toMatch(/<a rel="(?:prev|next)"/);
  }
  expect(pages.get("guides/quick-start.html")).not.toContain('rel="prev"');
});

test("no page can be edited while the repository has no owner", () => {
  const hasOwner = !manifest.repository.url.includes("/OWNER/");
  const editable = [...pages].filter(
    ([path, html]) => /\.html$/.test(path) && html.includes("/edit/main/"),
  );
  expect(editable.length > 0).toBe(hasOwner);
});

test("each open question can be linked to", () => {
  const rows = pages.get("open-questions.html")?.match(/<tr id="question-\d+"/g) ?? [];
  expect(rows.length).toBeGreaterThan(20);
});
