import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { beforeAll, describe, expect, it } from "vitest";
import type { Clone } from "../../src/gates/clone.ts";
import { run } from "../../src/gates/run.ts";

const NEW_AREA = "tools/codegen/src/new-area.ts";
const BIOME = "node_modules/@biomejs/biome/bin/biome";
const TSC = "node_modules/typescript/bin/tsc";
const FIXTURE = join(repositoryRoot, "tools/codegen/test/fixtures/token-prices.yaml");

/**
 * The tests of a fourth area in a clone, whose files it changes.
 *
 * @param cloned Returns the clone, installed, once its tests run.
 */
export function testNewArea(cloned: () => Clone): void {
  const inClone = (path: string) => join(cloned().folder, path);
  const node = (...args: string[]) => run(process.execPath, args, { cwd: cloned().folder });

  const byHand = ["spec/token-prices.yaml", "spec/samples/getPrice.ts"];

  /** The files that came or changed, apart from those that were put there by hand. */
  async function changes(): Promise<string[]> {
    const args = ["status", "--porcelain", "--untracked-files=all"];
    const { output } = await run("git", args, { cwd: cloned().folder });
    const paths = output.split("\n").map((line) => line.slice(3));
    return paths.filter((path) => path !== "" && !byHand.includes(path)).sort();
  }

  describe("a fourth area", () => {
    let printed: string;
    beforeAll(async () => {
      await copyFile(FIXTURE, inClone("spec/token-prices.yaml"));
      await writeFile(inClone("spec/samples/getPrice.ts"), "// written by hand\nexport {};\n");
      const made = await cloned().pnpm(["new-area", "token-prices"]);
      expect(made).toMatchObject({ code: 0 });
      printed = made.output;
      const install = ["install", "--offline", "--no-frozen-lockfile"];
      expect(await cloned().pnpm(install)).toMatchObject({ code: 0 });
    });

    it("is written once, and to be installed when it is new", async () => {
      const toInstall = "pnpm@12 install";
      expect(printed).toContain(toInstall);
      const { output } = await node(NEW_AREA, "token-prices");
      expect(output).toContain("packages/token-prices is up to date");
      expect(output).not.toContain(toInstall);
    });

    it("is one package and a sample for each operation that had none", async () => {
      expect(await changes()).toEqual([
        "packages/client/package.json",
        "packages/client/src/generated/areas.ts",
        "packages/client/src/generated/operations.ts",
        "packages/client/src/generated/validate.ts",
        "packages/token-prices/README.md",
        "packages/token-prices/package.json",
        "packages/token-prices/src/generated/descriptions.ts",
        "packages/token-prices/src/generated/operations.ts",
        "packages/token-prices/src/generated/response-schemas.ts",
        "packages/token-prices/src/generated/types.ts",
        "packages/token-prices/src/index.ts",
        "packages/token-prices/src/raw.ts",
        "packages/token-prices/src/validate.ts",
        "packages/token-prices/tsconfig.build.json",
        "packages/token-prices/tsconfig.json",
        "pnpm-lock.yaml",
        "spec/samples/createAlert.ts",
        "spec/samples/deleteAlert.ts",
        "spec/samples/listPrices.ts",
      ]);
    });

    // That the generator is, too, follows from the second run above.
    it("needs nothing more: the formatter is content with it", async () => {
      const made = (await changes()).filter((path) => path !== "pnpm-lock.yaml");
      expect(await node(BIOME, "check", "--error-on-warnings", ...made)).toMatchObject({ code: 0 });
    });

    it("its README shows the sample of its listing", async () => {
      const read = (path: string) => readFile(inClone(path), "utf8");
      const sample = await read("spec/samples/listPrices.ts");
      expect(await read("packages/token-prices/README.md")).toContain(sample);
    });

    it("its samples type-check against it", async () => {
      const samples = ["createAlert", "deleteAlert", "listPrices"].map(
        (id) => `../../spec/samples/${id}.ts`,
      );
      const config = {
        extends: "./tsconfig.json",
        compilerOptions: { noEmit: true, paths: { "@chainkit/token-prices": ["./src/index.ts"] } },
        include: samples,
      };
      const project = inClone("packages/token-prices/tsconfig.samples.json");
      await writeFile(project, JSON.stringify(config));
      expect(await node(TSC, "-p", project)).toEqual({ code: 0, output: "" });
    });
  });

  it.each([
    ["without its spec", "no-such-area", /spec\/no-such-area\.yaml does not exist/],
    ["by a name that is none", "Chain_Data", /lower-case words/],
  ])("an area is refused %s", async (_, name, reason) => {
    const { code, output } = await node(NEW_AREA, name);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(reason) });
  });

  it("a spec without package is named by generate", async () => {
    await copyFile(FIXTURE, inClone("spec/orphan.yaml"));
    const { code, output } = await node("tools/codegen/src/cli.ts", "--all");
    const reason = /spec\/orphan\.yaml has no package yet.*new-area orphan/;
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(reason) });
  });
}
