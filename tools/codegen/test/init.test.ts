import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createProgram } from "@chainkit/command";
import { readDocument } from "@chainkit/openapi/file";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { addInitOptions } from "../src/command.ts";
import { generateArea } from "../src/generate.ts";
import { init } from "../src/init/init.ts";
import { projectFiles } from "../src/init/project-files.ts";
import { answer, documentWith, generate, ok, oneOperation, temporaryFolder } from "./support.ts";

/** An empty folder with the document in `file`. */
async function folderWith(document: object, file: string) {
  const folder = await temporaryFolder();
  const text = file.endsWith(".json") ? JSON.stringify(document) : stringify(document);
  await writeFile(join(folder, file), text);
  return folder;
}

/** Runs `init` for a document in `file`, into the folder that has it. */
async function initIn(folder: string, file: string, ...options: string[]) {
  const args = [join(folder, file), "--into", folder, ...options];
  const command = createProgram({ usage: "init", description: "" });
  await addInitOptions(command).action(init).parseAsync(args, { from: "user" });
}

async function manifestOf(folder: string) {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
}

test("it copies the document as it is", async () => {
  const folder = await folderWith(oneOperation({}), "thing.yaml");
  await initIn(folder, "thing.yaml");
  const [given, copied] = await Promise.all(
    ["thing.yaml", "spec/thing.yaml"].map((file) => readFile(join(folder, file), "utf8")),
  );
  expect(copied).toBe(given);
});

test.each(["thing.yaml", "thing.json"])(
  "it bundles a document in several files (%s)",
  async (file) => {
    const text = (schema: object) => ({ get: answer(schema) });
    const document = documentWith({
      "/a": text({ $ref: "parts/code.yaml" }),
      "/b": text({ $ref: "parts/gone.yaml" }),
    });
    const folder = await folderWith(document, file);
    await mkdir(join(folder, "parts"));
    await writeFile(
      join(folder, "parts/code.yaml"),
      "{ type: string, enum: ['no', '2030-02-04'] }",
    );
    await initIn(folder, file);
    const { operations, refused } = await generateArea({ file: join(folder, "spec", file) });
    expect([
      operations.operations.map(({ id }) => id),
      refused.map(({ operation }) => operation),
    ]).toEqual([["getA"], ["GET /b"]]);
    expect((await readDocument(join(folder, "spec", file))).components).toEqual({
      schemas: { code: { type: "string", enum: ["no", "2030-02-04"] } },
    });
  },
);

test("--name names package, types and file", async () => {
  const folder = await folderWith(oneOperation({}), "openapi.yml");
  await initIn(folder, "openapi.yml", "--name", "a-b");
  expect((await manifestOf(folder)).name).toBe("a-b");
  expect(await readdir(join(folder, "spec"))).toEqual(["a-b.yml"]);
  const generated = join(folder, "packages/a-b/src/generated/operations.ts");
  const [header] = (await readFile(generated, "utf8")).split("\n");
  expect(header).toContain("Generated from a-b.yml:");
});

test("--omit is also part of the script that generates again", async () => {
  const document = documentWith({ "/a": { get: ok }, "/b": { get: ok } });
  const folder = await folderWith(document, "thing.yaml");
  await initIn(folder, "thing.yaml", "--omit", "getA");
  expect((await manifestOf(folder)).scripts.generate).toMatch(/src\/generated --omit "getA"$/);
});

test("a file that exists is not overwritten, and nothing else is written", async () => {
  const folder = await folderWith(oneOperation({}), "thing.yaml");
  await writeFile(join(folder, "README.md"), "mine");
  await expect(initIn(folder, "thing.yaml")).rejects.toThrow(
    /README\.md exists already; choose an empty folder/,
  );
  expect((await readdir(folder)).sort()).toEqual(["README.md", "thing.yaml"]);
});

test("a document of which no operation can be read is refused, and nothing is written", async () => {
  const folder = await folderWith(documentWith({ "/a": { $ref: "other.yaml" } }), "thing.yaml");
  await expect(initIn(folder, "thing.yaml")).rejects.toThrow(/#\/paths\/~1a: \$ref other\.yaml/);
  expect(await readdir(folder)).toEqual(["thing.yaml"]);
});

test("its workflow uses actions as this repository pins them", async () => {
  const area = await generate(oneOperation({}));
  const files = await projectFiles(area, "spec/area.yaml", []);
  const read = (path: string) => readFile(join(repositoryRoot, path), "utf8");
  const pinned =
    (await read(".github/workflows/ci.yml")) + (await read(".github/actions/setup/action.yml"));
  const used = files.get(".github/workflows/ci.yml")?.match(/uses: .+/g) ?? [];
  expect(used).toHaveLength(2);
  for (const action of used) {
    expect(pinned).toContain(action);
  }
});

test("the catalogue of a project: every file that init writes but the client", async () => {
  const file = join(repositoryRoot, "tools/repo/test/documents/own/others.yaml");
  const files = await projectFiles(await generateArea({ file }), "spec/others.yaml", []);
  const own = [...files].filter(([path]) => !path.includes("/generated/"));
  const texts = own.map(([path, text]) => `## ${path}\n\n${text}`);
  const versions = /(?<=@)[\da-f]{40} # v\S+|(?<=")[~^]?\d+\.\d+[^"]*/g;
  const text = texts.join("\n\n").replaceAll(versions, "(version)");
  await expect(text).toMatchFileSnapshot("catalogue/project.txt");
});
