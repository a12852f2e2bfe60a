import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { isThorough } from "../../../../packages/server/test/support/thorough.ts";
import { pnpmCommand } from "../../src/extras/index.ts";
import { run } from "../../src/gates/run.ts";

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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chainkit-init-"));
  project = join(folder, "museum");
  const [printed = ""] = /^\S+ \S+ init .*$/m.exec(inject("packPrinted")) ?? [];
  const command = printed.replace("openapi.yaml", museum).replace("my-project", project);
  expect(await run("sh", ["-c", command])).toMatchObject({ code: 0 });
  expect(await pnpm("install", "--prefer-offline")).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true }));

it("few packages are those of the samples of the README", () => {
  const [few = ""] = /^npm install [^\\\n]+$/m.exec(inject("packPrinted")) ?? [];
  const names = few.match(/(?<=\/chainkit-)[a-z-]+(?=-\d+\.\d+\.\d+\.tgz)/g);
  expect(names).toEqual(["address-data", "chain-data", "runtime"]);
});

it("a new project tests its client and its mock", async () => {
  const { code, output } = await pnpm("test");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toContain("2 generated files are up to date.");
  expect(output).toContain("The contract is kept.");
  expect(output).toMatch(/statuses 25\/25/);
});

// Each night: `packages/docs` tests the docs of such documents.
it.runIf(isThorough)("its docs are a site", async () => {
  expect(await pnpm("build")).toMatchObject({ code: 0 });
  expect(await pnpm("run", "docs")).toMatchObject({ code: 0 });
  expect(
    await readFile(join(project, "dist/docs/operations/getMuseumHours.html"), "utf8"),
  ).toContain("<title>Get museum hours · Museum API</title>");
});
