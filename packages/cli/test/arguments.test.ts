import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { optionsOf } from "../src/arguments/options.ts";
import { readParams } from "../src/arguments/params.ts";
import { parseCommandLine } from "../src/arguments/parse.ts";
import { type Command, nameCommands } from "../src/commands.ts";
import { run, temporaryFolder } from "./support.ts";

const env = { CHAINKIT_BASE_URL: "http://service.test/api" };
const dryRun = (...args: string[]) => run([...args, "--dry-run"], { env });

/** What the client would get, for an operation that no contract of ours has. */
async function paramsOf(properties: object, args: string[], places: object = {}) {
  const params = { type: "object", properties, required: [], additionalProperties: false };
  const command = { name: "put", params, places, clientOptions: [] } as unknown as Command;
  const options = optionsOf(command);
  return readParams(command, options, parseCommandLine(args, options, "put").given);
}

describe("commands", () => {
  test("are prefixed with their area if two have one name, or one of our own", () => {
    const operations = [
      { area: "a-x", id: "getIt" },
      { area: "b-x", id: "getIt" },
      { area: "c-x", id: "profile" },
      { area: "c-x", id: "other" },
    ];
    expect(nameCommands(operations)).toEqual(["a-x-get-it", "b-x-get-it", "c-x-profile", "other"]);
  });

  test("are ids where those of one document differ in their spelling only", () => {
    const ids = ["webhook_dispatches_get", "webhookDispatches_get", "webhooks"];
    const operations = ids.map((id) => ({ area: "a", id }));
    expect(nameCommands(operations)).toEqual(ids);
  });
});

describe("flags", () => {
  test.each([
    ["the whole name", ["get-block", "--chain-name", "ethereum", "--block-number", "latest"]],
    ["its first words", ["get-block", "--chain", "ethereum", "--block=latest"]],
    ["names on the wire", ["getBlock", "--chain_name", "ethereum", "--blockNumber", "latest"]],
  ])("take %s", async (_, args) => {
    const { code, stdout } = await dryRun(...args);
    expect({ code, url: stdout.split("'")[1] }).toEqual({
      code: 0,
      url: "http://service.test/api/v2/ethereum/blocks/latest",
    });
  });

  test("may stand before the command", async () => {
    const args = ["--output", "json", "get-block", "--chain", "base", "--block", "1", "--dry-run"];
    expect((await run(args, { env })).stdout).toContain("/v2/base/blocks/1");
  });

  test.each(["json", "ndjson"])("are refused in JSON if that is the output: %s", async (output) => {
    const { stderr } = await run(["get-block", "--output", output], { env });
    expect(JSON.parse(stderr).error).toMatchObject({
      message: "get-block: missing --chain-name <text>, --block-number <text>",
      parameter: "chain_name",
    });
  });

  test("two parameters of one name keep theirs, and none shadows a flag of the program", async () => {
    const text = { type: "string" };
    const names = ["id", "_id", "foo_bar", "fooBar", "output", "all", "contractAddress", "limit"];
    const own = Object.fromEntries(names.map((name) => [name, text]));
    const first = ["--foo_bar", "1", "--fooBar", "2", "--contract", "4"];
    // `--all` is a flag of listings only, but means the same everywhere.
    const ids = ["--id", "6", "--_id", "7"];
    const params = await paramsOf(own, [
      ...first,
      ...ids,
      "--param-output",
      "3",
      "--param-all",
      "5",
    ]);
    expect(params).toEqual({
      ...{ id: "6", _id: "7" },
      ...{ foo_bar: "1", fooBar: "2", contractAddress: "4" },
      ...{ output: "3", all: "5" },
    });
  });
});

describe("values", () => {
  const schemas = {
    count: { type: ["integer", "null"] },
    deep: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    numbers: { type: "array", items: { $ref: "#/properties/count" } },
    words: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
  };

  test.each([
    [["--count", "9007199254740993"], { count: 9007199254740993n }],
    [["--deep"], { deep: true }],
    [["--no-deep"], { deep: false }],
    [["--tags", "a,b", "--tags", "c"], { tags: ["a,b", "c"] }],
    [["--tags", '["x"]', "--numbers", "1"], { tags: ["x"], numbers: [1] }],
    [["--words", "1", "--words", "2"], { words: ["1", "2"] }],
  ])("%j", async (args, expected) => {
    expect(await paramsOf(schemas, args)).toEqual(expected);
  });
});

describe("--body", () => {
  const tag = ["create-tag", "--graph-ns", "ns"];
  const body = '{"subgraph_name":"it\'s","version":"1"}';
  const printed = `--data '{"subgraph_name":"it'\\''s","version":"1","tag":"prod"}'`;

  test("is JSON, a file or standard input, together with flags", async () => {
    const file = join(temporaryFolder(), "body.json");
    writeFileSync(file, body);
    for (const [source, stdin] of [[body], [`@${file}`], ["-", body]] as const) {
      const args = [...tag, "--body", source, "--tag", "prod", "--dry-run"];
      const { code, stdout } = await run(args, { env, ...(stdin ? { stdin } : {}) });
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(printed) });
    }
  });

  test("is the parameter itself where the contract has no fields", async () => {
    const places = { body: "body" };
    const params = await paramsOf({ body: {} }, ["--body", '[{"a":1}]'], places);
    expect(params).toEqual({ body: [{ a: 1 }] });
    const listed = await paramsOf({ body: { enum: ["a"] } }, ["--body", "a"], places);
    expect(listed).toEqual({ body: "a" });
  });
});
