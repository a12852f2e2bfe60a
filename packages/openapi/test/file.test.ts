import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nameOfFile, readDocument } from "../src/file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openapi-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string, name = "things.yaml") {
  const path = join(folder, name);
  await writeFile(path, text);
  return readDocument(path);
}

it("reads YAML and JSON", async () => {
  const document = { openapi: "3.0.3", paths: { "/a": { $ref: "#/paths/~1b" } } };
  expect(await read(JSON.stringify(document), "things.json")).toEqual(document);
  expect(await read("openapi: 3.1.0\npaths: {}")).toEqual({ openapi: "3.1.0", paths: {} });
  // In YAML, it would be a flow mapping.
  await expect(read("{ openapi: 3.1.0 }", "things.json")).rejects.toThrow(/things\.json: .*JSON/);
});

it.each([
  ["openapi: 3.2.0", "expected an OpenAPI 3.0 or 3.1 document; received openapi: 3.2.0"],
  ["swagger: '2.0'", "received openapi: undefined"],
  ["- openapi: 3.1.0", "received openapi: undefined"],
  ["", "received openapi: undefined"],
  ["a: b: c", "things.yaml: "],
])("refuses %j by its name", async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
  await expect(read(text)).rejects.toThrow(/^.*things\.yaml: /);
});

it("reads merge keys, many aliases and versions as they are written", async () => {
  const aliases = Array.from({ length: 200 }, (_, index) => `    p${index}: *text`);
  const document = await read(
    [
      "openapi: 3.0",
      "info: { title: Things, version: 1.0 }",
      "x-base: &base { id: &text { type: string } }",
      "components:",
      "  schemas:",
      "    Thing: { <<: *base, own: *text }",
      ...aliases,
    ].join("\n"),
  );
  expect(document).toMatchObject({
    openapi: "3.0",
    info: { version: "1.0" },
    components: { schemas: { Thing: { id: { type: "string" }, own: { type: "string" } } } },
  });
  const { p0, p1 } = (document.components as { schemas: Record<string, object> }).schemas;
  expect(p0).toEqual({ type: "string" });
  expect(p0).not.toBe(p1);
});

it("reads what only looks like a reference", async () => {
  const text = "openapi: 3.1.0\na: { $ref: { type: string } }\nb: other.yaml";
  expect(await read(text)).toMatchObject({ a: { $ref: { type: "string" } }, b: "other.yaml" });
});

it("names an API by its file", () => {
  expect(["a/b.c.yaml", "things"].map(nameOfFile)).toEqual(["b.c", "things"]);
});
