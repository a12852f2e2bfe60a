import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderDocuments } from "../src/documents/site.ts";
import { textOf } from "../src/html.ts";
import { brokenLinks, references } from "./broken-links.ts";

const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");

const parcels = join(import.meta.dirname, "fixtures/parcels.yaml");

let folder: string;
let files: Map<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-documents-"));
  await copyFile(parcels, join(folder, "index.yaml"));
  await writeFile(join(folder, "notes.md"), "not a document");
  files = await renderDocuments({ specs: [museum, folder], url: "https://docs.example/" });
});
afterAll(() => rm(folder, { recursive: true }));

const text = (path: string) => {
  const page = files.get(path) ?? "";
  return textOf(page.replaceAll(/<(script|style)\b.*?<\/\1>/gs, ""));
};

describe("the site of documents of others", () => {
  test("has a page of each operation, and a reference of each document", () => {
    const pages = [...files.keys()].filter((path) => path.endsWith(".html"));
    expect(pages).toEqual(
      expect.arrayContaining([
        ...["index.html", "museum.html", "index-2.html"],
        ...["operations/getMuseumHours.html", "operations/getParcels.html"],
        ...["operations/postParcels.html", "operations/parcels-label.html"],
      ]),
    );
    expect(pages.filter((path) => path.startsWith("operations/"))).toHaveLength(12);
    expect(text("museum.html")).toContain("Get museum hours");
  });

  test("has no broken link, and none of an absolute path", () => {
    const all = new Map([...files, ["assets/geist-latin-wght-normal.woff2", ""]]);
    expect(brokenLinks(all)).toEqual([]);
    expect([...files.values()].flatMap(references).filter((link) => link.startsWith("/"))).toEqual(
      [],
    );
  });

  test("says nothing of this repository's areas", () => {
    const shown = [...files.keys()].filter((path) => /\.(html|md|txt|ya?ml|json)$/.test(path));
    const told = shown.filter((path) =>
      /chainkit|blockchain|subgraph|chain data|address data|graph_ns/i.test(
        path.endsWith(".html") ? text(path) : (files.get(path) ?? ""),
      ),
    );
    expect(told).toEqual([]);
    expect(shown.length).toBeGreaterThan(25);
    expect(files.get("index.html")).toContain("<title>Museum API</title>");
    expect(files.get("museum.html")).not.toContain("data-namespace");
  });
});

describe("a sample", () => {
  test("has the base URL and the credentials of its document", () => {
    const page = text("operations/getMuseumHours.html");
    expect(page).toContain("curl 'https://museum.example/api/museum-hours'");
    expect(page).toContain("'authorization: Basic bXktdXNlcjpteS1wYXNzd29yZA=='");
    expect(files.get("operations/getMuseumHours.html")).toContain(
      ' data-base-url="https://museum.example/api"',
    );
    const parcel = files.get("operations/getParcels.md");
    expect(parcel).toContain("curl 'http://127.0.0.1:4010/parcels?size=s&size=m'");
    expect(parcel).toContain("'x-key: my-token'");
  });

  test("is missing where the client has no call", () => {
    const page = text("operations/parcels-label.html");
    expect(page).not.toContain("curl ");
    expect(page).toContain("fragile");
  });

  test("says what it leaves out, also in the reference", () => {
    const note = "Left out: security, because certificate is no header, query parameter or cookie";
    expect(text("index-2.html")).toContain(note);
  });
});

test("a relative link leads to the API, and an operation's id to its page", () => {
  expect(files.get("index-2.html")).toContain('href="http://127.0.0.1:4010/about.html"');
  expect(files.get("operations/postParcels.html")).toContain(
    '<a href="../operations/getParcels.html">',
  );
});

test("the pages of a large document have its style sheet and the links of their topic only", async () => {
  const responses = { 204: { description: "Done." } };
  const get = (topic: number, at: number) => ({
    ...{ operationId: `get${topic}x${at}`, tags: [`topic ${topic}`], responses },
  });
  const operations = Array.from({ length: 120 }, (_, at) => [
    `/things${at}`,
    { get: get(at % 4, at) },
  ]);
  const file = join(folder, "large.json");
  const info = { title: "Large", version: "1" };
  const paths = Object.fromEntries(operations);
  await writeFile(file, JSON.stringify({ openapi: "3.1.0", info, paths }));
  const before = process.getActiveResourcesInfo();
  const site = await renderDocuments({ specs: [file] });
  // A call that only shows its request leaves no timeout behind.
  const timers = (names: string[]) => names.filter((name) => name === "Timeout").length;
  expect(timers(process.getActiveResourcesInfo())).toBeLessThanOrEqual(timers(before));
  const page = site.get("operations/get1x5.html") ?? "";
  const links = page.match(/<a href="\.\.\/operations\/[^"]+\.html"/g) ?? [];
  expect(links.length).toBe(30);
  expect(links.filter((link) => !link.includes("get1x"))).toEqual([]);
  expect(page).toContain('<link rel="stylesheet" href="../assets/site.css">');
  expect(page.length).toBeLessThan(30_000);
  expect(site.get("assets/site.css")).not.toContain('url("assets/');
  expect(brokenLinks(site)).toEqual([]);
  const list = site.get("large.html") ?? "";
  expect(list.match(/<h2 id="topic-\d"/g)).toHaveLength(4);
  expect(list.match(/<a href="operations\/get\dx\d+\.html">/g)?.length).toBeGreaterThanOrEqual(120);
  expect(site.get("index.html")).toContain('href="large.html"');
});

test("the topic of an operation without tags is where its path differs from others", async () => {
  const get = { responses: { 204: { description: "Done." } } };
  const paths = Object.fromEntries(
    Array.from({ length: 102 }, (_, at) => [`/v1/${at % 2 ? "boats" : "cars"}/${at}`, { get }]),
  );
  const file = join(folder, "untagged.json");
  await writeFile(
    file,
    JSON.stringify({ openapi: "3.1.0", info: { title: "U", version: "1" }, paths }),
  );
  const list = (await renderDocuments({ specs: [file] })).get("untagged.html") ?? "";
  expect(list.match(/<h2 id="\w+"/g)).toEqual(['<h2 id="cars"', '<h2 id="boats"']);
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
  const inner = object("inner", 50);
  const deep = object("deep", 50);
  const middle = object("middle", 5, {
    "with.dot": inner,
    deep,
    self: { $ref: "#/components/schemas/Body" },
  });
  const Body = object("outer", 90, { middle: { type: "array", items: middle } });
  const schema = { $ref: "#/components/schemas/Body" };
  const content = { "application/json": { schema } };
  const paths = {
    "/a": {
      get: {
        operationId: "read",
        responses: {
          200: { description: "Done.", content },
          400: { description: "Bad.", content },
        },
      },
    },
  };
  const file = join(folder, "deep.json");
  const info = { title: "Deep", version: "1" };
  await writeFile(
    file,
    JSON.stringify({ openapi: "3.1.0", info, paths, components: { schemas: { Body } } }),
  );
  const markdown = (await renderDocuments({ specs: [file] })).get("operations/read.md") ?? "";
  const [, success = "", error = ""] = markdown.split(/^### \d+$/m);
  expect(success).toContain("`outer89`");
  expect(success).toContain("`middle[].with.dot.inner49`");
  expect(success).toContain(
    "| `middle[].deep` (optional) | object | Its fields are in the OpenAPI document. |",
  );
  expect(success).toContain(
    "| `middle[].self` (optional) | object | Has the fields of the body. |",
  );
  expect(error).toContain(
    "| `middle[].with.dot` (optional) | object | Its fields are in the OpenAPI document. |",
  );
});
