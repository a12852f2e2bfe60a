import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { useExtras } from "../../src/extras/index.ts";
import { ownFiles, publicFiles } from "./files.ts";
import { CONSUMERS, type Outcome, suiteFailures, tryDocument } from "./rig.ts";
import { type Stub, startStub } from "./stub.ts";

const isThorough = process.env.CHAINKIT_THOROUGH === "1";
/** In each run: two whole APIs, and one document per feature. */
const USUAL =
  /galaxy|3\.1\/(petstore|security|webhooks|train-travel)|3\.0\/(parameters-style|multipart-form-data|cats|uspto)/;
const isUsual = ({ name }: { name: string }) => isThorough || USUAL.test(name);
const others = process.env.CHAINKIT_DOCUMENTS ? [] : await publicFiles(isThorough);
const files = [...ownFiles(), ...others.filter(isUsual)];

const outcomes: Outcome[] = [];
let stub: Stub;
beforeAll(async () => {
  stub = await startStub();
});
afterAll(() => stub.close());

test.each(files)("all consumers agree on $name", async (file) => {
  const outcome = await tryDocument(file, stub);
  outcomes.push(outcome);
  expect(outcome.wrong).toEqual([]);
});

test.each(ownFiles())("the suite keeps the contract of the mock of $name", async (file) => {
  expect(await suiteFailures(file)).toEqual([]);
});

test("what is generated compiles with TypeScript 7, each night also with 5.4", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-documents-"));
  onTestFinished(() => rm(folder, { recursive: true }));
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
  const compilerOptions = {
    ...{ target: "es2022", module: "nodenext", lib: ["es2022", "dom", "dom.iterable"] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
  };
  const config = { compilerOptions, include: ["*/*.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const compilers = [join(repositoryRoot, "node_modules/typescript/bin/tsc")];
  if (isThorough) {
    compilers.push((await useExtras("compilers")).path("typescript-5.4/bin/tsc"));
  }
  for (const tsc of compilers) {
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder], {
      maxBuffer: 2 ** 26,
    }).catch((failure: { stdout: string }) => failure);
    const errors = stdout.replaceAll(
      /^.*?(\d+)\/(?=\w+\.ts)/gm,
      (_, at) => `${outcomes[at]?.name} `,
    );
    expect(errors, tsc).toBe("");
  }
});

test("the table of all of them", () => {
  const cells = outcomes.map(({ operations, taken, wrong }) => {
    const counts = CONSUMERS.map((consumer) => taken[consumer].size);
    const every = CONSUMERS.reduce((ids, each) => ids.intersection(taken[each]), taken.client);
    return [operations, ...counts, every.size, wrong.length];
  });
  const columns = ["operations", ...CONSUMERS, "every", "wrong"];
  const total = columns.map((_, at) => cells.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  const lines = cells.map((each, at) => [outcomes[at]?.name, ...each]);
  const table = [["document", ...columns], ...lines, ["all", ...total]];
  process.stdout.write(`${table.map((line) => line.join(" | ")).join("\n")}\n`);
  if (!process.env.CHAINKIT_DOCUMENTS) {
    expect(total[1]).toBeGreaterThan(50);
  }
});
