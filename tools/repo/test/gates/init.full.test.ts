import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { isThorough } from "../../../../packages/server/test/support/thorough.ts";
import { pnpmCommand } from "../../src/extras/index.ts";
import { run } from "../../src/gates/run.ts";
import { publicFiles } from "../documents/files.ts";

// The programs of pnpm set it, and Node would find the repository's own packages through it.
delete process.env.NODE_PATH;

const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");

let folder: string;
let project: string;

/** Runs pnpm in the project. */
function pnpm(...args: string[]) {
  const [program, ...first] = pnpmCommand();
  return run(program, [...first, ...args], { cwd: project });
}

/** Makes a project of a document by the command that `pack` prints, and installs it. */
async function init(file: string): Promise<void> {
  project = join(folder, basename(file, extname(file)));
  const [printed = ""] = /^\S+ \S+ init .*$/m.exec(inject("packPrinted")) ?? [];
  const command = printed.replace("openapi.yaml", file).replace("my-project", project);
  expect(await run("sh", ["-c", command])).toMatchObject({ code: 0 });
  expect(await pnpm("install", "--prefer-offline")).toMatchObject({ code: 0 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chainkit-init-"));
  await init(museum);
});
afterAll(() => rm(folder, { recursive: true }));

it("a new project tests its client and its mock", async () => {
  const { code, output } = await pnpm("test");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toContain("2 generated files are up to date.");
  expect(output).toContain("The contract is kept.");
  expect(output).toMatch(/statuses 25\/25/);
});

// Each night: `packages/docs` tests the docs of such documents.
it.runIf(isThorough)("its docs are a site", async () => {
  expect(await pnpm("run", "docs")).toMatchObject({ code: 0 });
  expect(
    await readFile(join(project, "dist/docs/operations/getMuseumHours.html"), "utf8"),
  ).toContain("<title>Get museum hours · Museum API</title>");
});

// Each night: `tools/codegen` tests what its check finds.
it.runIf(isThorough)("its test fails until the client follows an edit of the spec", async () => {
  const spec = join(project, "spec/museum.yaml");
  const text = await readFile(spec, "utf8");
  await writeFile(spec, text.replaceAll("getMuseumHours", "getOpeningHours"));
  const { code, output } = await pnpm("test");
  expect(code).toBe(1);
  expect(output).toContain("packages/museum/src/generated/operations.ts is out of date.");
  expect(await pnpm("build")).toMatchObject({ code: 0 });
  const declared = await readFile(
    join(project, "packages/museum/dist/generated/operations.d.ts"),
    "utf8",
  );
  expect(declared).toContain("getOpeningHours");
});

// A minute, for what the first document shows as well.
it.runIf(isThorough)("a public document is a project", async () => {
  const petstore = (await publicFiles(false)).find(({ name }) => name === "3.0/petstore.json");
  await init(petstore?.file ?? "");
  const { code, output } = await pnpm("test");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toMatch(
    /^The contract is kept by what was tested\. Left out: updatePetWithForm /m,
  );
  expect(output).toMatch(/statuses 35\/35, constraints 115\/115/);
});
