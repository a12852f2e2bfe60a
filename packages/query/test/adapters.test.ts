import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useExtras } from "../../../tools/repo/src/extras/index.ts";

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

/** What the compiler says of the file of each adapter, which it reads together: they share most of their types. */
async function check(fileOf: (name: string) => string): Promise<Map<string, string[]>> {
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--noEmit"];
  const modules = ["--module", "nodenext", "--allowImportingTsExtensions", "--target", "es2022"];
  const args = [tsc, ...strict, ...modules, ...adapters.map(fileOf)];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  // Further lines of a message are indented.
  const messages = output.split("\n").filter((line) => /^\S/.test(line));
  const said = Map.groupBy(messages, (line) =>
    adapters.find((name) => line.startsWith(fileOf(name))),
  );
  expect(said.get(undefined)).toBeUndefined();
  return new Map(adapters.map((name) => [name, said.get(name) ?? []]));
}

describe("the options fit the adapter for", () => {
  let said: Map<string, string[]>;
  beforeAll(async () => {
    said = await check((name) => `${name}.ts`);
  });

  it.each(adapters)("%s, and it infers data and errors from them", (name) => {
    expect(said.get(name)).toEqual([]);
  });
});

describe("the options do not fit the adapter with another type for", () => {
  const expected = new Map<string, number | undefined>();
  let said: Map<string, string[]>;
  beforeAll(async () => {
    for (const name of adapters) {
      const text = await readFile(join(folder, `${name}.ts`), "utf8");
      const wrong = text.replaceAll(/is<(BlockFailure|Items)>/g, "is<string>");
      await writeFile(join(folder, `wrong-${name}.ts`), wrong);
      expected.set(name, text.match(/is<(BlockFailure|Items)>/g)?.length);
    }
    said = await check((name) => `wrong-${name}.ts`);
  });

  it.each(adapters)("%s", (name) => {
    const refusals = said.get(name)?.filter((line) => line.includes("error TS2554"));
    expect(expected.get(name)).toBeGreaterThan(0);
    expect(refusals).toHaveLength(expected.get(name) ?? 0);
  });
});
