import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };

const site = inject("testSite");
const pages = new Map<string, string>();

beforeAll(async () => {
  for (const path of await readdir(site.folder, { recursive: true })) {
    if (/\.\w+$/.test(path)) {
      pages.set(path, await readFile(join(site.folder, path), "utf8"));
    }
  }
});

/** What a page refers to; of Redoc's pages the bar, because the rest is drawn by a script. */
function references(html: string): string[] {
  const markup = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, (script) =>
    script.slice(0, 200),
  );
  return [...markup.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address);
}

describe("every link of every page", () => {
  test("leads to a page of the site, or names another site in full", () => {
    const broken = [...pages].flatMap(([path, html]) => {
      if (!path.endsWith(".html")) {
        return [];
      }
      return references(html)
        .filter((address) => !/^(https?:|data:)/.test(address))
        .filter((address) => isBroken(path, address))
        .map((address) => `${path}: ${address}`);
    });
    expect(broken).toEqual([]);
  });

  test("is reported if it is broken", () => {
    expect(isBroken("guides/tracing.html", "../index.html")).toBe(false);
    expect(isBroken("guides/tracing.html", "../index.html#nothing")).toBe(true);
    expect(isBroken("guides/tracing.html", "index.html")).toBe(true);
    expect(isBroken("index.html", "/index.html")).toBe(true);
  });

  test("is relative, so that the site works below any base path", () => {
    const absolute = [...pages.values()]
      .flatMap(references)
      .filter((address) => /^\//.test(address));
    expect(absolute).toEqual([]);
  });
});

function isBroken(from: string, address: string): boolean {
  const [file = "", anchor = ""] = address.split("#");
  const target = file === "" ? from : normalize(join(dirname(from), decodeURIComponent(file)));
  const html = pages.get(target);
  if (html === undefined || address.startsWith("/")) {
    return true;
  }
  // Redoc's own anchors: reference.test.ts follows them.
  if (anchor === "" || anchor.startsWith("/")) {
    return false;
  }
  return !html.includes(`id="${anchor}"`);
}

test("no heading or row of a page has the id of another", () => {
  for (const [path, html] of pages) {
    if (html.includes('id="redoc"')) {
      continue;
    }
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
