import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { serveFolder } from "../src/serve.ts";
import { buildSite } from "../src/site.ts";
import { writeFiles, writeSmallSources } from "./site.ts";

const root = await mkdtemp(join(tmpdir(), "docs-serve-"));
afterAll(() => rm(root, { recursive: true }));
const files = {
  "site/index.html": "<title>The landing page</title>",
  "site/404.html": '<a class="brand" href="./index.html">This page does not exist.</a>',
  "site/chain-data.html": "<title>An area</title>",
  "site/guides/tracing.html": "<title>A guide</title>",
  "spec/fourth.yaml": "openapi: 3.1.0",
};
await writeFiles(root, files);
await writeFile(join(root, "site/chain-data.html.gz"), gzipSync(files["site/chain-data.html"]));
const docs = await serveFolder(join(root, "site"), {});
afterAll(docs.close);

/** Asks for a path as it is written: `fetch` would resolve its dots. */
function get(path: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(docs.url);
    request({ hostname, port, path }, async (response) => {
      const text = (await response.toArray()).join("");
      resolve({ status: response.statusCode, text });
    })
      .on("error", reject)
      .end();
  });
}

test("the landing page, the areas and the guides are served", async () => {
  for (const [path, text] of [
    ["/", "The landing page"],
    ["/index.html", "The landing page"],
    ["/guides/tracing", "A guide"],
    ["/chain-data.html", "An area"],
    ["/chain-data", "An area"],
  ] as const) {
    const response = await fetch(docs.url + path);
    expect([path, response.status, response.headers.get("content-type")]).toEqual([
      path,
      200,
      "text/html;charset=utf-8",
    ]);
    expect(await response.text()).toContain(text);
  }
});

test("a compressed file is sent to those who accept it", async () => {
  for (const encoding of ["gzip", "identity"]) {
    const headers = { "accept-encoding": encoding };
    const response = await fetch(`${docs.url}/chain-data.html`, { headers });
    const expected = encoding === "gzip" ? encoding : null;
    expect([encoding, response.headers.get("content-encoding")]).toEqual([encoding, expected]);
    expect(await response.text()).toBe("<title>An area</title>");
  }
});

test("other paths are not found", async () => {
  for (const path of ["/nothing", "/nothing.html", "/chain-data/nothing"]) {
    const { status, text } = await get(path);
    expect([status, text]).toEqual([404, expect.stringContaining("This page does not exist.")]);
    // Its links work at any path.
    const home = /class="brand" href="([^"]*)"/.exec(text)?.[1] ?? "";
    expect(new URL(home, `http://docs${path}`).pathname).toBe("/index.html");
  }
});

test.for([
  "/../spec/fourth.yaml",
  "/..%2fspec/fourth.yaml",
  "/%2e%2e/spec/fourth.yaml",
  "/chain-data/../../spec/fourth.yaml",
  "//spec/fourth.yaml",
  "/..\\spec\\fourth.yaml",
  // No valid escape, which does not end the server either.
  "/%",
])("no path leads out of the folder: %s", async (path) => {
  const { status, text } = await get(path);
  expect(text).not.toContain("openapi: 3.1.0");
  expect(status).toBe(404);
});

test("only GET and HEAD are supported", async () => {
  const posted = await fetch(docs.url, { method: "POST", body: "x" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const head = await fetch(docs.url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("a range that can be read is sent, of any other the whole, and nothing of what is known", async () => {
  const get = async (headers: Record<string, string>) => {
    const response = await fetch(`${docs.url}/guides/tracing.html`, { headers });
    return [response.status, await response.text(), response.headers.get("etag")];
  };
  const [, text, etag] = await get({});
  expect(await get({ range: "bytes=1-2" })).toEqual([206, "ti", etag]);
  expect(await get({ range: "bytes=2-2" })).toEqual([206, "i", etag]);
  expect(await get({ range: "bytes=18-" })).toEqual([206, "tle>", etag]);
  for (const range of ["bytes=2-1", "bytes=-2", "bytes=1-2,3-4"]) {
    expect([range, await get({ range })]).toEqual([range, [200, text, etag]]);
  }
  expect(await get({ "if-none-match": String(etag) })).toEqual([304, "", null]);
});

test("says which service it cannot forward to", async () => {
  const forward = { prefix: "/own/", baseUrl: async () => "http://127.0.0.1:1" };
  const own = await serveFolder(join(root, "site"), { forward });
  const response = await fetch(`${own.url}/own/thing`);
  expect(response.status).toBe(502);
  expect(await response.text()).toMatch(/^http:\/\/127\.0\.0\.1:1 cannot be reached: .+\n$/);
  await own.close();
});

test("a rebuild beneath a running server is served whole", async () => {
  const sources = await writeSmallSources();
  await buildSite(sources.folder, sources);
  const own = await serveFolder(sources.folder, {});
  const get = async () => (await fetch(`${own.url}/guides/tracing.html`)).text();
  const before = await get();
  const guide = join(sources.guides, "tracing.md");
  await appendFile(guide, `\n## Newly written\n\n${"More text. ".repeat(500)}\n`);
  await writeFile(join(sources.folder, "guides/left-over.html"), "Of a former build.");
  await buildSite(sources.folder, sources);
  const after = await get();
  expect(before).toMatch(/<\/html>\n$/);
  expect(after).toMatch(/Newly written.*<\/html>\n$/s);
  expect(after.length).toBeGreaterThan(before.length + 5_000);
  expect((await fetch(`${own.url}/guides/left-over`)).status).toBe(404);
  await own.close();
  await sources.remove();
});

test("a port that is taken is an error until its server is closed", async () => {
  const first = await serveFolder(join(root, "site"), {});
  await fetch(first.url);
  const again = () => serveFolder(join(root, "site"), { port: Number(new URL(first.url).port) });
  await expect(again()).rejects.toMatchObject({ code: "EADDRINUSE" });
  await first.close();
  const second = await again();
  expect(second.url).toBe(first.url);
  await second.close();
});

test("a folder without pages is an error that says what to do", async () => {
  const empty = join(root, "empty");
  await expect(serveFolder(empty, {})).rejects.toThrow("build @chainkit/docs first");
});
