import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useExtras } from "../../repo/src/extras/index.ts";
import { publicFiles } from "./corpus/files.ts";
import { type Stub, startStub } from "./corpus/stub.ts";
import { type Outcome, tryFile } from "./corpus/try.ts";
import { temporaryFolder } from "./support.ts";

const isThorough = process.env.CHAINKIT_THOROUGH === "1";
/** `CORPUS=all` tries all descriptions, the largest as well, which takes some minutes. */
const isAll = isThorough || process.env.CORPUS === "all";

/** How long one file and all of them may take, in milliseconds. */
const PER_FILE = 300_000;
const end = performance.now() + (isAll ? 45 : 15) * 60_000;

const files = await publicFiles(isAll);
/** Every third file, unless all are wanted. */
const tried = files.filter((_, at) => isAll || at % 3 === 0);
const compilers = await useExtras("compilers");
const outcomes: Outcome[] = [];
let stub: Stub;

beforeAll(async () => {
  stub = await startStub();
});
afterAll(() => stub.close());

test("there are enough of them", () => {
  expect(files.length).toBeGreaterThanOrEqual(40);
});

test.each(tried)(
  "$name is refused with place and remedy, or what is given to it arrives",
  async (file) => {
    const deadline = Math.min(performance.now() + PER_FILE, end);
    const outcome = await tryFile(file, await temporaryFolder(), stub, deadline);
    outcomes.push(outcome);
    for (const { where, what, fix, route } of outcome.problems) {
      expect([route, `${where}${what}`, fix]).not.toContain("");
    }
    expect(outcome.wrong).toEqual([]);
  },
);

test("what is generated compiles with TypeScript 7, each night also with 5.4", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "node_modules/@chainkit"), { recursive: true });
  await symlink(
    join(repositoryRoot, "packages/runtime"),
    join(folder, "node_modules/@chainkit/runtime"),
  );
  for (const [at, outcome] of outcomes.entries()) {
    await mkdir(join(folder, `${at}`));
    for (const [name, text] of outcome.files) {
      await writeFile(join(folder, `${at}`, name), text);
    }
  }
  const options = {
    ...{ target: "es2022", module: "nodenext", lib: ["es2022", "dom", "dom.iterable"] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
  };
  const config = { compilerOptions: options, include: ["*/*.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const versions = {
    ...(isThorough ? { "5.4": compilers.path("typescript-5.4/bin/tsc") } : {}),
    "7": join(repositoryRoot, "node_modules/typescript/bin/tsc"),
  };
  for (const [version, tsc] of Object.entries(versions)) {
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder], {
      maxBuffer: 2 ** 26,
    }).catch((failure: { stdout: string }) => failure);
    const named = stdout.replaceAll(
      /^.*?(\d+)\/(?=\w+\.ts)/gm,
      (_, at) => `${outcomes[at]?.name} `,
    );
    expect(`${version} ${named}`).toBe(`${version} `);
  }
});

test("the table of all of them", () => {
  const rows = outcomes.map(({ name, operations, refused, problems, called, skipped, wrong }) => {
    const [first] = problems;
    const why = first ? `${first.where}: ${first.what}` : "";
    return [name, operations, refused, called, skipped.length, wrong.length, why.slice(0, 60)];
  });
  const head = ["file", "operations", "refused", "called", "skipped", "wrong", "first refusal"];
  const sum = (at: number) => rows.reduce((total, row) => total + Number(row[at]), 0);
  const total = ["all", sum(1), sum(2), sum(3), sum(4), sum(5), ""];
  const lines = [head, ...rows, total].map((row) => row.join(" | "));
  process.stdout.write(`${lines.join("\n")}\n`);
  expect(sum(3)).toBeGreaterThan(isAll ? 1_000 : 200);
});
