import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { listAreas } from "@chainkit/spec";
import { expect, onTestFinished, test, vi } from "vitest";
import { stringify } from "yaml";
import { allFollowingFiles } from "../src/areas.ts";
import { runCommand } from "../src/command.ts";
import { answer, documentWith, ok, oneOperation, temporaryFolder } from "./support.ts";

const run = promisify(execFile);
const cli = join(import.meta.dirname, "../src/cli.ts");

/** Runs the command with these arguments; what it printed and how it ended. */
async function codegen(...args: string[]) {
  let [stdout, stderr] = ["", ""];
  const code = await runCommand(args, allFollowingFiles, {
    log: (text) => {
      stdout += `${text}\n`;
    },
    error: (text) => {
      stderr += `${text}\n`;
    },
  });
  return { code, stdout, stderr };
}

async function specFile(document: object): Promise<{ file: string; out: string }> {
  const folder = await temporaryFolder();
  const file = join(folder, "area.yaml");
  await writeFile(file, stringify(document));
  return { file, out: join(folder, "out") };
}

test("the catalogue of help", async () => {
  const texts = [await codegen("--help"), await codegen("init", "--help")];
  const shown = texts.map(({ stdout }) => stdout).join("\n");
  await expect(shown).toMatchFileSnapshot("catalogue/help.txt");
});

test("it writes the files, and a second time leaves them alone", async () => {
  const { file, out } = await specFile(oneOperation({}));
  expect(await codegen(file, "--out", out)).toMatchObject({ code: 0, stderr: "" });
  expect(await readdir(out)).toEqual(["operations.ts", "types.ts"]);
  const before = await stat(join(out, "types.ts"));
  const again = await codegen(file, "--out", out);
  expect(again).toMatchObject({ code: 0, stdout: "2 generated files are up to date.\n" });
  expect((await stat(join(out, "types.ts"))).mtimeMs).toBe(before.mtimeMs);
});

test("--check names each file that differs and writes nothing", async () => {
  const { file, out } = await specFile(oneOperation({}));
  await codegen(file, "--out", out);
  await writeFile(join(out, "types.ts"), "changed by hand");
  const { code, stderr } = await codegen(file, "--out", out, "--check");
  expect(code).toBe(1);
  expect(stderr).toMatch(/out\/types\.ts is out of date/);
  expect(stderr).not.toMatch(/operations\.ts/);
  expect(stderr).toMatch(/To fix: /);
  expect(await readFile(join(out, "types.ts"), "utf8")).toBe("changed by hand");
});

test("--omit leaves operations out of operations.ts; their types stay", async () => {
  const get = { operationId: "things/get", ...ok };
  const post = { operationId: "postThing", ...ok };
  const put = { ...ok };
  const { file, out } = await specFile(documentWith({ "/things": { get, post, put } }));
  const omit = ["--omit", "things/get", "--omit", "PUT /things"];
  expect(await codegen(file, "--out", out, ...omit)).toMatchObject({ code: 0 });
  const operations = await readFile(join(out, "operations.ts"), "utf8");
  expect(operations).toContain("postThing(");
  expect(operations).not.toContain("things/get");
  expect(await readFile(join(out, "types.ts"), "utf8")).toContain('"things/get"');
});

test("operations with problems are left out, and optional parameters with problems of others", async () => {
  const nested = { name: "q", in: "query", schema: { type: "array", items: { type: "object" } } };
  const body = { content: { "application/json": { schema: { type: "string" } } } };
  const { file, out } = await specFile(
    documentWith({
      "/a": { get: { operationId: "getA", requestBody: { ...body, required: true }, ...ok } },
      "/b": { trace: { ...ok } },
      "/d": { get: answer({ $ref: "#/components/schemas/Gone" }) },
      "/e": { get: { operationId: "getE", parameters: [nested], ...ok } },
    }),
  );
  expect(await codegen(file, "--out", out)).toMatchObject({ code: 0 });
  const operations = await readFile(join(out, "operations.ts"), "utf8");
  expect(operations.match(/^ {2}\w+\(params/gm)).toEqual(["  getE(params"]);
});

test("a process exits with the code, and prints what is wrong apart from results", async () => {
  const failed = run(process.execPath, [cli, "--chekc"]);
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("--chekc"),
  });
});

test("all areas are up to date; without Biome's program, --all leaves what that formats and says how to add it", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const { arch } = process;
  onTestFinished(() => {
    said.mockRestore();
    setArchitecture(arch);
  });
  setArchitecture("mips");
  const lacking = await codegen("--all", "--check");
  setArchitecture(arch);
  expect(said.mock.calls).toEqual([
    [
      `Biome is not installed for ${process.platform}-mips, so READMEs and manifests are not generated. ` +
        "To add it: npx --yes pnpm@12 install --fix-lockfile",
    ],
  ]);
  const { stdout: usual, ...ended } = await codegen("--check");
  expect(ended).toEqual({ code: 0, stderr: "" });
  const count = (text: string) => Number(/^(\d+) generated files are up to date/.exec(text)?.[1]);
  // A README for each area, that of the spec, and the manifest of the package with all clients.
  expect(count(usual) - count(lacking.stdout)).toBe((await listAreas()).length + 2);
});

function setArchitecture(value: string): void {
  Object.defineProperty(process, "arch", { value });
}
