import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { useExtras } from "@chainkit/extras";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const extras = await useExtras("query-adapters");
const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
const adapters = ["react", "vue", "solid", "svelte"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "query-adapters-"));
  await cp(join(import.meta.dirname, "adapters"), folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@chainkit"), { recursive: true });
  for (const name of await readdir(extras.path())) {
    if (!name.startsWith(".")) {
      await symlink(extras.path(name), join(modules, name));
    }
  }
  for (const name of ["query", "chain-data", "address-data", "subgraph-management"]) {
    await symlink(join(repositoryRoot, "packages", name), join(modules, "@chainkit", name));
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** What the compiler says of a file. */
function check(file: string): Promise<string> {
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--noEmit"];
  const modules = ["--module", "nodenext", "--allowImportingTsExtensions", "--target", "es2022"];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, ...strict, ...modules, file],
      { cwd: folder },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

describe("the options fit the adapter for", () => {
  it.each(adapters)("%s, and it infers data and errors from them", async (name) => {
    expect(await check(`${name}.ts`)).toBe("");
  });

  it.each(adapters)("%s, which would refuse another type", async (name) => {
    const text = await readFile(join(folder, `${name}.ts`), "utf8");
    const wrong = text.replaceAll(/is<(BlockFailure|Items)>/g, "is<string>");
    await writeFile(join(folder, `wrong-${name}.ts`), wrong);
    const refusals = (await check(`wrong-${name}.ts`)).match(/error TS2554/g);
    expect(refusals?.length).toBe(text.match(/is<(BlockFailure|Items)>/g)?.length);
  });
});
