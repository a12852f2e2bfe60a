import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleSpec, repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSpec } from "../src/read-spec.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "codegen-read-"));
  await writeFile(join(folder, "other.yaml"), "Code: { type: string }\n");
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a document with these schemas. */
async function written(schemas: string): Promise<string> {
  const file = join(folder, "api.yaml");
  const info = "info: { title: Parcels, version: '1' }";
  await writeFile(
    file,
    `openapi: 3.1.0\n${info}\npaths: {}\ncomponents:\n  schemas:\n${schemas}\n`,
  );
  return file;
}

it("a document in one file is read as by the bundler", async () => {
  const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");
  expect((await readSpec(museum)).document).toEqual(await bundleSpec(museum));
});

it.each([
  ["a reference to another file", "    Code: { $ref: other.yaml#/Code }"],
  ["a merge key", "    Base: &base { type: string }\n    Code: { <<: *base, minLength: 1 }"],
])("%s is read as by the bundler", async (_, schemas) => {
  const file = await written(schemas);
  const { document } = await readSpec(file);
  expect(document).toEqual(await bundleSpec(file));
  expect(document).toHaveProperty("components.schemas.Code.type", "string");
});

it("a reference that leads nowhere does not keep a document from being read", async () => {
  const file = await written('    Code: { $ref: "#/components/schemas/Missing" }');
  expect((await readSpec(file)).document).toHaveProperty("components.schemas.Code");
});
