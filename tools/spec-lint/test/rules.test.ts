import { relative } from "node:path";
import { expect, test } from "vitest";
import { lintFolder } from "../src/lint.ts";
import plugin from "../src/plugin.ts";
import { listingBreaches } from "./breaches/listings.ts";
import { operationBreaches } from "./breaches/operations.ts";
import { schemaBreaches } from "./breaches/schemas.ts";
import { setAt, validFiles, writeFolder } from "./fixture.ts";

const breaches = { ...schemaBreaches, ...listingBreaches, ...operationBreaches };

async function problemsOf(files: ReturnType<typeof validFiles>) {
  await using folder = await writeFolder(files);
  return (await lintFolder(folder.path)).map(({ ruleId, severity, message, location }) => ({
    rule: ruleId,
    severity,
    message,
    file: relative(folder.path, location[0]?.source.absoluteRef ?? ""),
    at: location[0]?.pointer?.slice(1),
  }));
}

test("a valid folder has no problems", async () => {
  expect(await problemsOf(validFiles())).toEqual([]);
});

test.for(Object.entries(breaches))(
  "%s",
  async ([, { rule, file = "things.yaml", set, ...breach }]) => {
    const files = validFiles();
    for (const [pointer, value] of Object.entries(set)) {
      setAt(file ? files[file] : files, pointer, value);
    }
    const problems = await problemsOf(files);
    expect(problems).toContainEqual({
      rule: `chainkit/${rule}`,
      severity: "error",
      message: expect.stringMatching(/\.$/),
      file: breach.atFile ?? file,
      at: breach.at,
    });
    const others = problems
      .map((problem) => problem.rule)
      .filter((id) => id !== `chainkit/${rule}`);
    expect(new Set(others)).toEqual(new Set(breach.also));
    expect(problems.length - others.length).toBe(breach.times ?? 1);
  },
);

test("every rule of the plugin is tested", () => {
  const tested = new Set(Object.values(breaches).map(({ rule }) => rule));
  const listed = Object.keys(plugin().rules?.oas3 ?? {});
  expect(listed.filter((rule) => !tested.has(rule))).toEqual([]);
});
