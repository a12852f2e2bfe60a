import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lintFolder, redoclyConfig } from "../../src/lint/lint.ts";
import plugin from "../../src/lint/plugin.ts";
import { post } from "./breaches/breach.ts";
import { listingBreaches } from "./breaches/listings.ts";
import { operationBreaches } from "./breaches/operations.ts";
import { schemaBreaches } from "./breaches/schemas.ts";
import { setAt, validFiles, writeFolder } from "./fixture.ts";

const breaches = { ...schemaBreaches, ...listingBreaches, ...operationBreaches };

/** The configuration of the repository, in which the area of the fixture is one of the interface description. */
async function fixtureConfig(folder: string): Promise<string> {
  const config = parse(await readFile(redoclyConfig, "utf8"));
  config.plugins = config.plugins.map((path: string) => join(dirname(redoclyConfig), path));
  config.rules["chainkit/origin"].areas = ["things"];
  const file = join(folder, "redocly-of-the-fixture.json");
  await writeFile(file, JSON.stringify(config));
  return file;
}

async function problemsOf(files: ReturnType<typeof validFiles>, config?: string) {
  await using folder = await writeFolder(files);
  await using other = await writeFolder({});
  const problems = await lintFolder(folder.path, config ?? (await fixtureConfig(other.path)));
  return problems.map(({ ruleId, severity, message, location }) => ({
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
      rule: expect.stringMatching(`^(chainkit|rule)/${rule}$`),
      severity: "error",
      message: expect.stringMatching(/\.$/),
      file: breach.atFile ?? file,
      at: breach.at,
    });
    const others = problems
      .map((problem) => problem.rule)
      .filter((id) => id !== `chainkit/${rule}` && id !== `rule/${rule}`);
    expect(new Set(others)).toEqual(new Set(breach.also));
    expect(problems.length - others.length).toBe(breach.times ?? 1);
  },
);

test("responses of an area that is not of the interface description are its author's own", async () => {
  const files = validFiles();
  setAt(files["things.yaml"], `${post}/responses/400/x-origin`, undefined);
  expect(await problemsOf(files)).not.toEqual([]);
  expect(await problemsOf(files, redoclyConfig)).toEqual([]);
});

test("every rule of the plugin and the configuration is tested", async () => {
  const tested = new Set(Object.values(breaches).map(({ rule }) => rule));
  const configured = parse(await readFile(redoclyConfig, "utf8")).oas3_1Rules;
  const listed = [
    ...Object.keys(plugin().rules?.oas3 ?? {}),
    ...Object.keys(configured).flatMap((name) => /^rule\/(.+)/.exec(name)?.[1] ?? []),
  ];
  expect(listed.filter((rule) => !tested.has(rule))).toEqual([]);
});

describe("between areas", () => {
  /** Conflicts of an area with another one, which has one operation. */
  const conflicts = async (id: string, path: string, otherPath: string) => {
    const files = validFiles();
    const things = files["things.yaml"] as { paths: Record<string, Record<string, object>> };
    const item = things.paths["/things"] ?? {};
    files["things.yaml"] = { ...things, paths: { [path]: item } };
    const operation = { ...item.get, operationId: id };
    files["others.yaml"] = { ...things, paths: { [otherPath]: { get: operation } } };
    const problems = await problemsOf(files);
    return problems.filter(({ rule }) => rule === "chainkit/between-areas");
  };
  const conflict = (message: string, at: string) => ({
    rule: "chainkit/between-areas",
    severity: "error",
    message: `Another area has ${message}, too: others.yaml.`,
    file: "things.yaml",
    at,
  });

  test("no two have the same method and path, whatever its parameters are called", async () => {
    expect(await conflicts("listOthers", "/things/{id}", "/things/{thing}")).toEqual([
      conflict("`GET /things/{}`", "/paths/~1things~1{id}/get"),
    ]);
  });

  test("no two have the same operation id", async () => {
    expect(await conflicts("listThings", "/things", "/others")).toEqual([
      conflict("the operation `listThings`", "/paths/~1things/get"),
    ]);
  });

  test("operations with names and paths of their own are none", async () => {
    expect(await conflicts("listOthers", "/things", "/others")).toEqual([]);
  });
});

test("a reference to what a file does not have is reported where it stands", async () => {
  const files = validFiles();
  const things = files["things.yaml"] as { paths: Record<string, Record<string, object>> };
  const [path = ""] = Object.keys(things.paths);
  const pointer = `/paths/${path.replaceAll("/", "~1")}/get/parameters/0`;
  setAt(files["things.yaml"], pointer, { $ref: "#/components/parameters/Gone" });
  expect(await problemsOf(files)).toContainEqual(
    expect.objectContaining({ rule: "no-unresolved-refs", file: "things.yaml", at: pointer }),
  );
});

test("a file that is no document is reported like any other problem", async () => {
  await using folder = await writeFolder(validFiles());
  await writeFile(join(folder.path, "things.yaml"), "");
  const [first] = await lintFolder(folder.path);
  expect(first).toMatchObject({ ruleId: "struct", message: expect.stringMatching(/^Document /) });
  expect(first?.location[0]?.source.absoluteRef).toBe(join(folder.path, "things.yaml"));
});
