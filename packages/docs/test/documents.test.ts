import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, expect, test } from "vitest";
import { hasRedoc } from "../src/document.ts";
import { renderDocuments } from "../src/documents/site.ts";
import { brokenLinks } from "./broken-links.ts";
import { shownBy } from "./site.ts";

const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");

const parcels = join(import.meta.dirname, "fixtures/parcels.yaml");

const folder = await mkdtemp(join(tmpdir(), "docs-documents-"));
afterAll(() => rm(folder, { recursive: true }));
await copyFile(parcels, join(folder, "index.yaml"));
await writeFile(join(folder, "notes.md"), "not a document");
const files = await renderDocuments({ specs: [museum, folder], url: "https://docs.example/" });

const text = (path: string) => shownBy(files.get(path) ?? "");

test("the site of documents of others has no broken link, and none of an absolute path", () => {
  const all = new Map([...files, ["assets/geist-latin-wght-normal.woff2", ""]]);
  expect(brokenLinks(all)).toEqual([]);
  // A relative link is one to the API.
  expect(files.get("index-2.html")).toContain('href="http://127.0.0.1:4010/about.html"');
  expect(files.get("404.html")).toMatch(
    /data-root="\.\/" data-base-url="https:\/\/museum\.example\/api".*url\("\.\/assets\/geist/s,
  );
});

test("the site of documents of others says nothing of this repository's areas", () => {
  const shown = [...files.keys()].filter((path) => /\.(html|md|txt|ya?ml|json)$/.test(path));
  const told = shown.filter((path) =>
    /chainkit|blockchain|subgraph|chain data|address data|graph_ns/i.test(
      path.endsWith(".html") ? text(path) : (files.get(path) ?? ""),
    ),
  );
  expect(told).toEqual([]);
  expect(shown.length).toBeGreaterThan(25);
  expect(files.get("museum.html")).not.toContain("data-namespace");
});

test("Redoc says what is left out, and who has no document that there is none", async () => {
  const specs = [join(repositoryRoot, "packages/docs/test/catalogue")];
  await expect(renderDocuments({ specs })).rejects.toThrow(`${specs}: no OpenAPI document`);
  const note = "Left out: security, because certificate is no header, query parameter or cookie";
  expect(text("index-2.html")).toContain(note);
});

/** Renders the site of a document with these paths and schemas. */
async function siteOf(title: string, paths: object, schemas = {}): Promise<Map<string, string>> {
  const file = join(folder, `${title.toLowerCase()}.json`);
  const info = { title, version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.1.0", info, paths, components: { schemas } }));
  return renderDocuments({ specs: [file] });
}

const responses = { 204: { description: "Done." } };

test("the pages of a large document have its style sheet and the links of their topic only", async () => {
  const operations = Array.from({ length: 126 }, (_, at) => {
    const operationId = `get${at % 3}x${at}`;
    const summary = at === 0 ? "All\nof it" : operationId;
    return [
      `/things${at}`,
      { get: { operationId, summary, tags: [`topic ${at % 3}`], responses } },
    ];
  });
  const before = process.getActiveResourcesInfo();
  const site = await siteOf("Large", Object.fromEntries(operations));
  // A call that only shows its request leaves no timeout behind.
  const timers = (names: string[]) => names.filter((name) => name === "Timeout").length;
  expect(timers(process.getActiveResourcesInfo())).toBeLessThanOrEqual(timers(before));
  const page = site.get("operations/get1x64.html") ?? "";
  const links = (text = "") => text.match(/(?<=<a href="\.\.\/operations\/get)1x\d+/g);
  // It is the 22nd of the 42 of its topic.
  const around = Array.from({ length: 40 }, (_, at) => `1x${4 + 3 * at}`);
  expect(links(page)).toEqual(around);
  expect(links(site.get("operations/get1x61.html"))).toEqual(["1x1", ...around.slice(0, -1)]);
  expect(page).toContain('<link rel="stylesheet" href="../assets/site.css">');
  expect(page.length).toBeLessThan(30_000);
  expect(site.get("assets/site.css")).toContain('url("geist-latin-wght-normal.woff2")');
  expect(brokenLinks(site)).toEqual([]);
  const list = site.get("large.html") ?? "";
  expect(list.match(/<h2 id="topic-\d"/g)).toHaveLength(3);
  expect(
    list.match(/<a href="operations\/(get\dx\d+)\.html"><code>\1<\/code><\/a><\/li>/g),
  ).toHaveLength(125);
  expect(list).toContain("<code>get0x0</code></a>: All of it</li>");
  expect(site.get("index.html")).toContain('href="large.html"');
  expect([100, 101].map((count) => hasRedoc({ operations: Array(count) }))).toEqual([true, false]);
});

test.each(["/v1", ""])("the topic without tags is where paths differ, below %j", async (base) => {
  const get = { responses };
  const paths = Object.fromEntries(
    Array.from({ length: 102 }, (_, at) => [`${base}/${at % 2 ? "vans" : "cars"}/${at}`, { get }]),
  );
  const list = (await siteOf("Untagged", paths)).get("untagged.html") ?? "";
  expect(list.match(/<h2 id="\w+"/g)).toEqual(['<h2 id="cars"', '<h2 id="vans"']);
});

test("a body with more fields than can be read has those of the outer objects", async () => {
  const object = (prefix: string, length: number, more = {}) => ({
    type: "object",
    properties: {
      ...Object.fromEntries(
        Array.from({ length }, (_, at) => [`${prefix}${at}`, { type: "string" }]),
      ),
      ...more,
    },
  });
  const middle = object("middle", 5, {
    "with.dot": object("inner", 38),
    edge: object("edge", 10),
    deep: object("deep", 2),
    self: { $ref: "#/components/schemas/Body" },
  });
  const chain = ["a", "b", "c", "d"].reduceRight((own, name) => object("", 0, { [name]: own }), {});
  const Body = object("outer", 90, { chain, middle: { type: "array", items: middle } });
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Body" } } };
  const both = { 200: { description: "Done.", content }, 400: { description: "Bad.", content } };
  const paths = { "/a": { get: { operationId: "read", responses: both } } };
  const site = await siteOf("Deep", paths, { Body });
  expect(site.get("operations/read.html")).toContain("9 fields of each entry</summary>");
  const markdown = site.get("operations/read.md") ?? "";
  const [, success = "", error = ""] = markdown.split(/^### \d+$/m);
  expect(success).toContain("`outer89`");
  expect(success).toContain("`middle[].with.dot.inner37`");
  const noted = (text: string) => text.match(/`.+` \(optional\) \| object \| \w[^|]+(?= \|$)/gm);
  const cut = (name: string) =>
    `\`${name}\` (optional) | object | Its fields are in the OpenAPI document.`;
  const self = "`middle[].self` (optional) | object | Has the fields of the body.";
  expect(noted(success)).toEqual([cut("chain.a.b.c"), cut("middle[].deep"), self]);
  const large = ["middle[].with.dot", "middle[].edge"].map(cut);
  expect(noted(error)).toEqual([cut("chain.a.b.c"), ...large, self]);
});
