import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { useExtras } from "../../src/extras/index.ts";
import { useConsumer } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";
import { listPackages } from "../../src/release/index.ts";

const files = ["calls.ts", "errors.ts"];
const library = "library.ts";
// What the library depends on: the runtime is not among its packages, as under pnpm.
const dependencies = ["address-data", "chain-data", "subgraph-management"];
const folder = await useConsumer();
let strict: string;
beforeAll(async () => {
  await cp(join(import.meta.dirname, "../../consumers"), folder, { recursive: true });
  strict = await realpath(await mkdtemp(join(tmpdir(), "chainkit-library-")));
  await mkdir(join(strict, "node_modules/@chainkit"), { recursive: true });
  for (const name of dependencies) {
    const from = join(inject("packedModules"), "@chainkit", name);
    await symlink(from, join(strict, "node_modules/@chainkit", name));
  }
  for (const name of ["package.json", library]) {
    await cp(join(folder, name), join(strict, name));
  }
});
afterAll(() => rm(strict, { recursive: true }));

const extras = await useExtras("compilers");
const own = (version: string) => extras.path(`typescript-${version}`, "bin", "tsc");
/** The oldest and the newest; each night those between as well. */
const isThorough = process.env.CHAINKIT_THOROUGH === "1";
const between = isThorough ? ["5.9", "6"] : [];
const compilers = [
  ...["5.4", ...between].map((version) => [version, own(version)] as const),
  ["7", join(repositoryRoot, "node_modules/typescript/bin/tsc")] as const,
];

// Of all declarations, only those of the compilers themselves are not checked again.
const checked = ["--strict", "--skipDefaultLibCheck"];

// One way to resolve modules shows that a compiler takes the types; each night, the oldest and the newest try the other
// as well.
describe.each(compilers)("TypeScript %s", (version, compiler) => {
  const isTriedInFull = isThorough && version !== "5.9" && version !== "6";
  it.each([
    ["node16", "node16"] as const,
    ...(isTriedInFull ? [["esnext", "bundler"] as const] : []),
  ])("module %s, resolution %s", async (module, resolution) => {
    const options = ["--noEmit", ...checked, "--exactOptionalPropertyTypes"];
    const target = ["--target", "es2022", "--module", module, "--moduleResolution", resolution];
    const { output } = await run(process.execPath, [compiler, ...options, ...target, ...files], {
      cwd: folder,
    });
    expect(output).toBe("");
  });

  if (isTriedInFull || version === "7") {
    it("emits declarations of a library that exports what clients return", async () => {
      const options = ["--declaration", "--emitDeclarationOnly", "--outDir", "out", ...checked];
      const target = ["--target", "es2022", "--module", "node16", "--moduleResolution", "node16"];
      const { output } = await run(process.execPath, [compiler, ...options, ...target, library], {
        cwd: strict,
      });
      expect(output).toBe("");
      const declarations = await readFile(join(strict, "out/library.d.ts"), "utf8");
      expect(declarations).not.toContain("@chainkit/runtime");
    });
  }
});

it("a project with moduleResolution node10 finds clients by paths, as the guide says", async () => {
  const guide = await readFile(
    join(repositoryRoot, "packages/docs/guides/commonjs-and-jest.md"),
    "utf8",
  );
  const [, settings = ""] = /```json\n(.*?"node10".*?)```/s.exec(guide) ?? [];
  const { compilerOptions } = JSON.parse(settings);
  const options = {
    ...compilerOptions,
    ...{ noEmit: true, strict: true, skipDefaultLibCheck: true, target: "es2022", types: [] },
  };
  const project = { compilerOptions: options, files: ["errors.ts"] };
  await writeFile(join(folder, "tsconfig.node10.json"), JSON.stringify(project));
  const { output } = await run(process.execPath, [own("5.4"), "-p", "tsconfig.node10.json"], {
    cwd: folder,
  });
  expect(output).toBe("");
});

it("the declarations of every package need no types that it does not bring", async () => {
  const packages = await listPackages();
  const imported = packages.filter(({ publishConfig }) => publishConfig?.exports?.["."]);
  const code = imported.map(({ name }) => `import "${name}";`).join("\n");
  await writeFile(join(folder, "every.ts"), code);
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  const types = ["--types", "node", "--typeRoots", join(repositoryRoot, "node_modules/@types")];
  const target = ["--target", "es2022", "--module", "nodenext"];
  // Threads would check the same declarations several times.
  const args = [tsc, "--noEmit", "--singleThreaded", ...checked, ...types, ...target, "every.ts"];
  const { output } = await run(process.execPath, args, { cwd: folder });
  expect(output).toBe("");
});
