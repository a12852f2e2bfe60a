import { rm } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../../../packages/server/test/support/thorough.ts";
import { checkRelease } from "../../src/release/check.ts";
import { Repository } from "./repository.ts";

const area = "chain-data";
const block = ["components", "schemas", "Block"];
const getBlock = ["paths", "/v2/{chain_name}/blocks/{block_number}"];

type Path = readonly (string | number)[];

const breaking: [name: string, path: Path, value: unknown][] = [
  ["an operation is removed", getBlock, undefined],
  ["a field is not promised any more", [...block, "required"], ["hash"]],
  ["a field may be null", [...block, "properties", "number", "type"], ["integer", "null"]],
  ["a field has another type", [...block, "properties", "size", "type"], "string"],
  [
    "a parameter takes less",
    ["components", "parameters", "ChainName", "schema", "enum"],
    ["ethereum"],
  ],
  [
    "a parameter becomes required",
    [...getBlock, "get", "parameters", 2],
    { name: "fork", in: "query", required: true, schema: { type: "string" } },
  ],
  ["a token becomes required", ["security"], [{ bearerAuth: [] }]],
];

const harmless: [name: string, path: Path, value: unknown][] = [
  ["nothing", ["info", "title"], "Chain data"],
  ["a wording", [...getBlock, "get", "summary"], "Find a block"],
  [
    "an optional parameter",
    [...getBlock, "get", "parameters", 2],
    { name: "fork", in: "query", schema: { type: "string" } },
  ],
  ["a new field", [...block, "properties", "uncles"], { type: "integer" }],
  [
    "a parameter takes more",
    ["components", "parameters", "ChainName", "schema", "enum", 7],
    "optimism",
  ],
];

const isRed = async ({ root }: Repository) => (await checkRelease(root)).some((each) => each.isRed);

describe.concurrent("a breaking change", () => {
  // Each night: what ends the command below is one of them.
  test.runIf(isThorough).each(breaking)(
    "without a major bump is red: %s",
    async (_, path, value) => {
      await using repository = await Repository.copy();
      await repository.edit(area, path, value);
      const checks = await checkRelease(repository.root);
      expect(checks.filter(({ isRed }) => isRed).map((each) => each.area)).toEqual([area]);
    },
  );

  test("ends the command with 1, naming line and remedy", async () => {
    await using repository = await Repository.copy(["chain-data", "address-data"]);
    await repository.edit(area, [...block, "properties", "size", "type"], "string");
    const { code, output } = await repository.run("check");
    expect(code).toBe(1);
    expect(output).toMatch(/chain-data: 1 breaking, 0 additions; announced bump: \w+\n/);
    expect(output).toMatch(/spec\/chain-data\.yaml:\d+: /);
    expect(output).toContain('require a changeset with "@chainkit/chain-data": major');
    expect(output).toContain("address-data: 0 breaking");
  });

  test("is not announced by a minor bump, but by a major one", async () => {
    await using repository = await Repository.copy();
    await repository.edit(area, [...block, "properties", "size", "type"], "string");
    await repository.announce(area, "minor");
    expect(await isRed(repository)).toBe(true);
    await repository.announce(area, "major");
    const { code, output } = await repository.run("check");
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("major") });
  });

  test("is over when it is released", async () => {
    await using repository = await Repository.copy();
    await repository.edit(area, [...block, "properties", "size", "type"], "string");
    await repository.run("baseline");
    expect(await isRed(repository)).toBe(false);
  });

  test("is also that an area goes", async () => {
    await using repository = await Repository.copy(["chain-data", "address-data"]);
    await rm(join(repository.root, "spec/chain-data.yaml"));
    const { code, output } = await repository.run("check");
    expect({ code, output }).toMatchObject({ code: 1 });
    expect(output).toContain("the area was removed");
  });
});

// Each night, too: the area that is left alone above is not red.
describe.runIf(isThorough).concurrent("no breaking change", () => {
  test.each(harmless)("is %s", async (_, path, value) => {
    await using repository = await Repository.copy();
    await repository.edit(area, path, value);
    const checks = await checkRelease(repository.root);
    expect(
      checks.flatMap(({ changes }) => changes.filter(({ impact }) => impact === "major")),
    ).toEqual([]);
  });
});

test("the contract of this repository breaks nothing that is not announced", async () => {
  const checks = await checkRelease(repositoryRoot);
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.filter(({ isRed }) => isRed)).toEqual([]);
});

test("a changeset that cannot be read is an error", async () => {
  await using repository = await Repository.copy();
  await repository.announce(area, "huge");
  const { code, output } = await repository.run("check");
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining("unknown bump huge"),
  });
});
