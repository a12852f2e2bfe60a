import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { listAreas } from "@chainkit/spec";
import { expect, test } from "vitest";
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

const idInPath = { name: "id", in: "path", required: true, schema: { type: "string" } };

async function specFile(document: object): Promise<{ file: string; out: string }> {
  const folder = await temporaryFolder();
  const file = join(folder, "area.yaml");
  await writeFile(file, stringify(document));
  return { file, out: join(folder, "out") };
}

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

test("methods without an id are named by method and path, which a note says", async () => {
  const paths = {
    "/users/{id}": { get: { ...ok, parameters: [idInPath] } },
    "/users": { get: ok },
  };
  const { file, out } = await specFile(documentWith(paths));
  const { code, stderr } = await codegen(file, "--out", out);
  expect([code, stderr.replace(file, "area.yaml")]).toEqual([
    0,
    "area.yaml: methods named by method and path, for lack of an operationId of their own:\n" +
      "  getUsersById (GET /users/{id})\n  getUsers (GET /users)\n",
  ]);
  const operations = await readFile(join(out, "operations.ts"), "utf8");
  expect(operations).toContain("getUsersById(params: GetUsersByIdParams");
  expect(await readFile(join(out, "types.ts"), "utf8")).toContain("getUsersById: {");
});

test("operations with problems are left out, those with the same one together, unless --strict is given", async () => {
  const nested = { name: "q", in: "query", schema: { type: "array", items: { type: "object" } } };
  const body = { content: { "application/json": { schema: { type: "string" } } } };
  const { file, out } = await specFile(
    documentWith({
      "/a": { get: { operationId: "getA", requestBody: { ...body, required: true }, ...ok } },
      "/b": { trace: { ...ok } },
      "/c": { trace: { ...ok } },
      "/d": { get: answer({ $ref: "#/components/schemas/Gone" }) },
      "/e": { get: { operationId: "getE", parameters: [nested], ...ok } },
    }),
  );
  const strict = await codegen(file, "--out", out, "--strict");
  expect(strict.code).toBe(1);
  expect(strict.stderr).toMatch(/area\.yaml: 5 problems\n/);
  await expect(readdir(out)).rejects.toThrow("ENOENT");
  const { code, stderr } = await codegen(file, "--out", out);
  expect(code).toBe(0);
  expect(stderr).toContain("4 operations are left out (--strict makes it an error):");
  expect(stderr).toMatch(/ {2}getA \(GET \/a\), requestBody: GET requests cannot .*\n {4}Fix: /);
  expect(stderr).toMatch(/ {2}fetch cannot send TRACE\n {4}In: traceB, traceC\n {4}Fix: /);
  expect(stderr).toMatch(/GET \/d.*Gone cannot be resolved/);
  expect(stderr).toMatch(
    /: parts of 1 operation are left out .*\n {2}getE .*query parameter "q", schema: only/,
  );
  const operations = await readFile(join(out, "operations.ts"), "utf8");
  expect(operations.match(/^ {2}\w+\(params/gm)).toEqual(["  getE(params"]);
});

test("a document of which nothing can be generated is an error", async () => {
  const { file, out } = await specFile(documentWith({ "/b": { trace: { ...ok } } }));
  const { code, stderr } = await codegen(file, "--out", out);
  expect([code, stderr]).toEqual([1, expect.stringContaining("fetch cannot send TRACE")]);
});

test.for([
  ["--out is missing", 2, ["spec.yaml"], /--out <folder> is required/],
  ["two specs", 2, ["a.yaml", "b.yaml", "--out", "x"], /unexpected argument "b\.yaml"/],
  ["--omit without a spec", 2, ["--all", "--omit", "a"], /expected one spec, or no arguments/],
  ["an unknown option of init", 2, ["init", "a.yaml", "--in", "b"], /unknown option --in/],
  ["a file that is not there", 1, ["nowhere.yaml", "--out", "x"], /nowhere\.yaml/],
] as const)("%s is refused in one line", async ([, expected, args, message]) => {
  const { code, stderr } = await codegen(...args);
  expect(code).toBe(expected);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n {4}at /);
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
  const otherPlatform = 'Object.defineProperty(process,"arch",{value:"mips"})';
  const options = ["--import", `data:text/javascript,${otherPlatform}`];
  const { stdout, stderr } = await run(process.execPath, [...options, cli, "--all", "--check"]);
  expect(stderr).toBe(
    `Biome is not installed for ${process.platform}-mips, so READMEs and manifests are not generated. ` +
      "To add it: npx --yes pnpm@12 install --fix-lockfile\n",
  );
  const { stdout: usual, ...ended } = await codegen("--check");
  expect(ended).toEqual({ code: 0, stderr: "" });
  const count = (text: string) => Number(/^(\d+) generated files are up to date/.exec(text)?.[1]);
  // A README for each area, that of the spec, and the manifest of the package with all clients.
  expect(count(usual) - count(stdout)).toBe((await listAreas()).length + 2);
});
