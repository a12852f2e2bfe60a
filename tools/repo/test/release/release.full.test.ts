import { rm } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { describe, expect, test } from "vitest";
import { checkRelease } from "../../src/release/check.ts";
import { copyRepository } from "./repository.ts";

type Path = readonly (string | number)[];

const area = "chain-data";
const block = ["components", "schemas", "Block"];
const [getBlock, getNft] = [
  "blocks/{block_number}",
  "collections/{collection_address}/nfts/{token_id}",
].map((path) => ["paths", `/v2/{chain_name}/${path}`]) as [string[], string[]];
const fork = { name: "fork", in: "query", schema: { type: "string" } };
const transactions = ["paths", "/{chainName}/v1/transactions", "get"];

const BREAKING: readonly (readonly [path: Path, value: unknown, message: string])[] = [
  [getNft, undefined, `Path \`${getNft[1]}\` was removed.`],
  [
    [...block, "required", 0],
    undefined,
    "Properties of `block` are no longer required: `difficulty`.",
  ],
  [
    [...block, "properties", "number", "type"],
    ["integer", "null"],
    "Type of `number` widened from 'integer' to 'integer | null'.",
  ],
  [
    [...block, "properties", "size", "type"],
    "string",
    "Type of `size` widened from 'integer' to 'string'.",
  ],
  [
    ["components", "parameters", "ChainName", "schema", "enum"],
    ["ethereum", "base"],
    "Enum lost values: 'apechain', 'arbitrum', 'avalanche', 'bsc', 'polygon'.",
  ],
  [
    [...getBlock, "get", "parameters", 2],
    { ...fork, required: true },
    "Required `fork` query parameter was added.",
  ],
  [["security"], [{ bearerAuth: [] }], "Security requirement `` is no longer accepted."],
];

const HARMLESS: readonly (readonly [path: Path, value: unknown])[] = [
  [["info", "title"], "Addresses"],
  [[...transactions, "summary"], "Find transactions"],
  [[...transactions, "parameters", 3], fork],
  [["components", "parameters", "Limit", "schema", "maximum"], 9_999],
  [["components", "schemas", "Erc20Contract", "properties", "age"], { type: "integer" }],
];

const isRed = async ({ root }: { readonly root: string }) =>
  (await checkRelease(root)).some((each) => each.isRed);

describe.concurrent("a breaking change", () => {
  test("ends the command with 1, naming line and remedy; what is no such change does not", async () => {
    await using repository = await copyRepository(["chain-data", "address-data"]);
    for (const [path, value] of BREAKING) {
      await repository.edit(area, path, value);
    }
    for (const [path, value] of HARMLESS) {
      await repository.edit("address-data", path, value);
    }
    const { code, output } = await repository.run("check");
    expect(code).toBe(1);
    const [others = "", own = ""] = output.split(/^(?=chain-data: )/m);
    expect(others).toMatch(/^address-data: 0 breaking, 2 additions; announced bump: \w+\n$/);
    expect(own).toMatch(/^chain-data: 7 breaking, 0 additions; announced bump: \w+\n/);
    const messages = [...own.matchAll(/^ {2}spec\/\S+:\d+: (.*)$/gm)].map(([, message]) => message);
    expect(messages.sort()).toEqual(BREAKING.map(([, , message]) => message).sort());
    expect(own).toContain('require a changeset with "@chainkit/chain-data": major');
  });

  test("is not announced by a minor bump, but by a major one", async () => {
    await using repository = await copyRepository();
    await repository.edit(area, [...block, "properties", "size", "type"], "string");
    await repository.announce(area, "minor");
    expect(await isRed(repository)).toBe(true);
    await repository.announce(area, "major");
    const { code, output } = await repository.run("check");
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("major") });
  });

  test("is over when it is released", async () => {
    await using repository = await copyRepository();
    await repository.edit(area, [...block, "properties", "size", "type"], "string");
    await repository.run("baseline");
    expect(await isRed(repository)).toBe(false);
  });

  test("is also that an area goes", async () => {
    await using repository = await copyRepository(["chain-data", "address-data"]);
    await rm(join(repository.root, "spec/chain-data.yaml"));
    const { code, output } = await repository.run("check");
    expect({ code, output }).toMatchObject({ code: 1 });
    expect(output).toContain("the area was removed");
  });
});

test("the contract of this repository breaks nothing that is not announced", async () => {
  const checks = await checkRelease(repositoryRoot);
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.filter(({ isRed }) => isRed)).toEqual([]);
});

test("a changeset that cannot be read is an error", async () => {
  await using repository = await copyRepository();
  await repository.announce(area, "huge");
  const { code, output } = await repository.run("check");
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining("unknown bump huge"),
  });
});
