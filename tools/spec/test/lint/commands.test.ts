import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { specFolder } from "../../src/areas.ts";
import { lintFolder, lintSpecs, redoclyConfig } from "../../src/lint/lint.ts";
import { type Files, setAt, validFiles, writeFolder } from "./fixture.ts";

const cli = fileURLToPath(new URL("../../src/lint/cli.ts", import.meta.url));
const expressions = fileURLToPath(new URL("../../src/lint/expressions-cli.ts", import.meta.url));
const plugin = fileURLToPath(new URL("../../src/lint/plugin.ts", import.meta.url));
const refuseNetwork = new URL("./refuse-network.ts", import.meta.url).href;
const redocly = join(
  createRequire(import.meta.url).resolve("@redocly/cli/package.json"),
  "../bin/cli.js",
);

/** Runs a program without a network. */
async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const flags = ["--import", refuseNetwork];
  return promisify(execFile)(process.execPath, [...flags, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

function brokenFiles(): Files {
  const files = validFiles();
  setAt(files["things.yaml"], "/x-unknown", true);
  return files;
}

/** A configuration that uses our plugin and says the rest itself. */
const config = (rest: object) => ({
  "redocly.yaml": { plugins: [plugin], extends: ["chainkit/all"], ...rest },
});

test("the contract and redocly.yaml are without problems", async () => {
  const problems = await lintFolder(specFolder);
  expect(
    problems.map(({ ruleId, message, location: [at] }) => ({
      ruleId,
      message,
      at: `${at?.source.absoluteRef}${at?.pointer}`,
    })),
  ).toEqual([]);
});

test("the command says nothing bad of valid files and exits with 0", async () => {
  await using folder = await writeFolder(validFiles());
  const { code, output } = await run(cli, join(folder.path, "things.yaml"));
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("are valid") });
});

test("the command names the rule that a file breaks and exits with 1", async () => {
  await using folder = await writeFolder(brokenFiles());
  const { code, output } = await run(cli, join(folder.path, "things.yaml"));
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining("chainkit/known-extension"),
  });
});

test("the command fails on warnings", async () => {
  const rules = { "chainkit/known-extension": "warn" };
  await using folder = await writeFolder({ ...brokenFiles(), ...config({ rules }) });
  const flags = ["--config", join(folder.path, "redocly.yaml"), "--format", "stylish"];
  const { code, output } = await run(cli, join(folder.path, "things.yaml"), ...flags);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/warning/) });
});

test.each([
  ["const fine = [/a/, /b/g];", 0, "2 regular expressions checked, 0 slow."],
  ["const slow = /(a+)+$/;", 1, "1 regular expressions checked, 1 slow."],
  ["", 1, "0 regular expressions checked, 0 slow."],
])("expressions are counted, and slow ones fail: %j", async (code, exit, summary) => {
  await using folder = await writeFolder({ "a.ts": code });
  const found = await run(expressions, join(folder.path, "a.ts"));
  expect(found).toEqual({ code: exit, output: expect.stringMatching(`^${summary}`) });
});

test("Redocly's own command goes by the same configuration", async () => {
  await using valid = await writeFolder(validFiles());
  await using broken = await writeFolder(brokenFiles());
  const lint = ["lint", "--config", redoclyConfig, "--format", "stylish"];
  const good = await run(redocly, ...lint, join(valid.path, "things.yaml"));
  const bad = await run(redocly, ...lint, join(broken.path, "things.yaml"));
  const checked = await run(redocly, "check-config", "--config", redoclyConfig);
  expect([good.code, bad.code, checked.code], good.output + checked.output).toEqual([0, 1, 0]);
  expect(bad.output).toContain("chainkit/known-extension");
});

test.for([
  ["a key that Redocly does not know", { rulez: {} }, "rulez"],
  [
    "a severity that does not exist",
    { rules: { "operation-summary": "eror" } },
    "operation-summary",
  ],
] as const)("the configuration is checked: %s", async ([, rest, named]) => {
  await using folder = await writeFolder({ ...brokenFiles(), ...config(rest) });
  const own = join(folder.path, "redocly.yaml");
  const problems = await lintSpecs([join(folder.path, "things.yaml")], own);
  expect(problems).toEqual([
    expect.objectContaining({ severity: "error", message: expect.stringContaining(named) }),
  ]);
});

test.for([
  ["a rule that does not exist", { rules: { "chainkit/no-such-rule": "error" } }, /no-such-rule/],
  ["a plugin that does not exist", { plugins: ["./no-such-plugin.ts"] }, /no-such-plugin/],
  ["a preset that does not exist", { extends: ["chainkit/no-such-preset"] }, /no-such-preset/],
] as const)("the configuration is checked: %s", async ([, rest, message]) => {
  await using folder = await writeFolder({ ...validFiles(), ...config(rest) });
  const linted = lintSpecs([join(folder.path, "things.yaml")], join(folder.path, "redocly.yaml"));
  await expect(linted).rejects.toThrow(message);
});

test("flows are checked too, and are not unused", async () => {
  const flow = (operationId: string) => ({
    arazzo: "1.0.1",
    info: { title: "Things", version: "1.0.0" },
    sourceDescriptions: [{ name: "things", url: "../things.yaml", type: "openapi" }],
    workflows: [
      {
        workflowId: "list",
        summary: "List.",
        steps: [{ stepId: "list", description: "List.", operationId }],
      },
    ],
  });
  const rulesOf = async (file: object) => {
    await using folder = await writeFolder({ ...validFiles(), "flows/list.arazzo.yaml": file });
    return (await lintFolder(folder.path)).map(({ ruleId }) => ruleId);
  };
  const valid = flow("$sourceDescriptions.things.listThings");
  expect(await rulesOf(valid)).toEqual([]);
  expect(await rulesOf({ ...valid, sourceDescriptions: [] })).not.toEqual([]);
});
