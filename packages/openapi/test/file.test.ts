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
  ["openapi: 3.1", "received openapi: 3.1"],
  ["swagger: '2.0'", "received openapi: undefined"],
  ["- openapi: 3.1.0", "received openapi: undefined"],
  ["", "received openapi: undefined"],
  ["openapi: 3.1.0\na: { $ref: other.yaml }", "external $ref other.yaml; bundle the document"],
  ["openapi: 3.1.0\na: [{ $ref: 'a#' }]", "external $ref a#; bundle the document"],
  ["a: b: c", "things.yaml: "],
])("refuses %j by its name", async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
  await expect(read(text)).rejects.toThrow(/^.*things\.yaml: /);
});

it("reads what only looks like a reference", async () => {
  const text = "openapi: 3.1.0\na: { $ref: { type: string } }\nb: other.yaml";
  expect(await read(text)).toMatchObject({ a: { $ref: { type: "string" } }, b: "other.yaml" });
});

it("names an API by its file", () => {
  expect(["a/b.c.yaml", "things"].map(nameOfFile)).toEqual(["b.c", "things"]);
});
