import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { prefer, startMock } from "../src/index.ts";
import { library } from "./support.ts";

const folder = join(import.meta.dirname, "..");
const modules = join(folder, "../../node_modules");

test.each(["two words; and, more", 'the "second" of C:\\two', "größe", "标准, 100 %"])(
  "an example may be named %j",
  async (name) => {
    const spec = library();
    const text = JSON.stringify(spec).replaceAll(
      /"examples":\{"[^"]+"/g,
      () => `"examples":{${JSON.stringify(name)}`,
    );
    const other = await startMock({ specs: [JSON.parse(text)] });
    onTestFinished(() => other.close());
    const answers = await Promise.all(
      Object.keys(spec.paths as object).map((path) =>
        fetch(other.url + path, { headers: prefer({ example: name }) }).then((each) => each.status),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([200, 400]));
  },
);

test("the setup and the test of the README compile, and run in Vitest", async () => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const [setup = "", own = ""] = [...readme.matchAll(/```mts\n(.*?)```/gs)].map(([, code]) => code);
  const project = await mkdtemp(join(folder, "test/.vitest-"));
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [join(modules, program), ...args], { timeout: 300_000 });
  try {
    const files = ["setup.ts", "block.test.ts", "vitest.config.ts", "report.json"];
    const [setupFile = "", testFile = "", config = "", report = ""] = files.map((name) =>
      join(project, name),
    );
    await writeFile(setupFile, setup);
    await writeFile(testFile, own);
    await writeFile(config, 'export default { test: { globalSetup: "./setup.ts" } };\n');
    const strict = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2022",
      "--skipLibCheck",
    ];
    await run("typescript/bin/tsc", ...strict, setupFile, testFile);
    await run(
      "vitest/vitest.mjs",
      "run",
      "--root",
      project,
      "--reporter=json",
      `--outputFile=${report}`,
    );
    const outcome = JSON.parse(await readFile(report, "utf8"));
    expect(outcome).toMatchObject({ success: true, numPassedTests: 1 });
  } finally {
    await rm(project, { recursive: true });
  }
});
