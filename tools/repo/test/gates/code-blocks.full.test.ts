import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { startMock } from "@chainkit/mock";
import { bundleSpec, listAreas, repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../../../../packages/server/test/support/thorough.ts";
import { type CodeBlock, samples, shownBlocks } from "../../src/gates/code-blocks.ts";
import { useReader } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";

const QUICK_START = "packages/docs/guides/quick-start.md";
const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
const strict = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
const types = ["--types", "node", "--skipLibCheck"];

const folder = await useReader();
let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock?.close());

/** Writes a file as readers save it after the quick start: `.ts`, in a folder with `type: module`. */
async function write(name: string, code: string, extension = "ts"): Promise<string> {
  const file = join(folder, `${name.replaceAll(/[^\w-]/g, "-")}.${extension}`);
  await writeFile(file, code.replaceAll("http://127.0.0.1:4010", mock.url));
  return file;
}

async function execute({ name, code }: CodeBlock) {
  const file = await write(`run ${name}`, code);
  return run(process.execPath, [file], { cwd: dirname(file) });
}

describe("code that readers are shown", async () => {
  const [blocks, operations] = await Promise.all([shownBlocks(), samples()]);
  const shown = blocks.filter(({ language }) => language === "ts");
  const inReact = blocks.filter(({ language }) => language === "tsx");

  it("is found in guides, READMEs and samples", () => {
    const files = shown.map(({ name }) => name.replace(/ \d+$/, ""));
    expect(files).toEqual(expect.arrayContaining(["README.md", "packages/runtime/README.md"]));
    expect(files).toContain("packages/docs/guides/errors-and-retries.md");
    expect(blocks.filter(({ language }) => /^(js|typescript|javascript)$/.test(language))).toEqual(
      [],
    );
  });

  it("compiles against the packed packages", async () => {
    const files = await Promise.all(
      [...shown, ...inReact, ...operations].map(({ name, code, language }) =>
        write(`check ${name}`, code, language),
      ),
    );
    const { output } = await run(
      process.execPath,
      [tsc, ...strict, ...types, "--jsx", "react-jsx", ...files],
      {
        cwd: folder,
      },
    );
    expect(output).toBe("");
  });

  it("needs nothing in a guide but what the quick start and the guide itself install", () => {
    const fileOf = ({ name }: CodeBlock) => name.replace(/ \d+$/, "");
    const installedBy = (file: string) =>
      blocks
        .filter((block) => block.language === "sh" && fileOf(block) === file)
        .flatMap(({ code }) => [...code.matchAll(/^npm install (.*)$/gm)])
        .flatMap(([, names = ""]) => names.replace("--save-dev ", "").split(" "));
    const guides = [...shown, ...inReact].filter(({ name }) => name.includes("/guides/"));
    const missing = guides.flatMap((block) => {
      const installed = [...installedBy(QUICK_START), ...installedBy(fileOf(block))];
      const imported = [...block.code.matchAll(/^(?:import\b.*|\} )from "([^"]+)";$/gm)]
        .map(([, specifier = ""]) => specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? "")
        .filter((name) => !name.startsWith("node:"));
      return imported.filter((name) => !installed.includes(name)).map((name) => [block.name, name]);
    });
    expect(guides.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it("includes a sample of every operation", async () => {
    const documents = await Promise.all((await listAreas()).map(({ file }) => bundleSpec(file)));
    const ids = documents
      .flatMap(({ paths }) => Object.values(paths ?? {}))
      .flatMap((item) => Object.values(item as object))
      .flatMap((operation) => operation.operationId ?? []);
    expect(operations.map(({ name }) => name).sort()).toEqual(ids.sort());
  });

  // Every sixth runs, and each night all. Those of guides run in served-samples, as their pages show them.
  const executed = [...shown.filter(({ name }) => !name.includes("/guides/")), ...operations];
  it.concurrent.each(sampled(executed, 6))("$name runs and prints what it says", async (block) => {
    const { code, output } = await execute(block);
    expect({ code, output }).toMatchObject({ code: 0 });
    if (block.prints !== undefined) {
      return expect(output.trimEnd()).toBe(block.prints);
    }
    expect(output.trim()).not.toBe("");
    expect(output).not.toMatch(/undefined|Error/);
  });

  it("is refused when it is wrong", async () => {
    const file = await write(
      "wrong",
      operations[0]?.code.replace(/await \w+\.\w+/, "await x.y") ?? "",
    );
    const { code } = await run(process.execPath, [tsc, ...strict, ...types, file], {
      cwd: folder,
    });
    expect(code).not.toBe(0);
  });
});
