import type { JsonSchema } from "@chainkit/client/operations";
import { expect, test } from "vitest";
import type { Option } from "../src/arguments/options.ts";
import { parseCommandLine } from "../src/arguments/parse.ts";
import { constraintsOf, describeValue, isBoolean, isList } from "../src/arguments/schema.ts";
import { parseJson, readValue } from "../src/arguments/value.ts";

const read = (schema: JsonSchema, ...texts: string[]) => {
  const option = { name: "it", text: "", parameter: { name: "it", schema, required: false } };
  return readValue(option, texts, {}, "command");
};

test.each<[string | string[] | undefined, string, unknown]>([
  ["string", "5", "5"],
  ["integer", "5", 5],
  ["integer", "-5", -5],
  ["integer", "+5", 5],
  ["integer", "9007199254740991", 9007199254740991],
  ["integer", "9007199254740993", 9007199254740993n],
  ["number", "1.5", 1.5],
  ["number", ".5", 0.5],
  ["number", "1.50", 1.5],
  ["number", "-1E3", -1000],
  ["number", "0", 0],
  ["number", "100", 100],
  ["boolean", "true", true],
  ["boolean", "false", false],
  ["object", '{"a":1}', { a: 1 }],
  ["array", "[1,2]", [1, 2]],
  [["integer", "null"], "5", 5],
  [["string", "array"], "[1]", [1]],
  [["string", "array"], "x", "x"],
  [["string", "array"], '{"a":1}', '{"a":1}'],
  [undefined, "5", 5],
  [undefined, "text", "text"],
  [undefined, "null", null],
  [undefined, '"5"', "5"],
  [undefined, "[1]", [1]],
])("a value of type %j: %s", (type, text, value) => {
  expect(read(type === undefined ? {} : { type }, text)).toEqual(value);
});

test("values of a list", () => {
  const items = { type: "array", items: { type: "integer" } };
  expect(read(items, "1", "2")).toEqual([1, 2]);
  expect(read(items, "1")).toEqual([1]);
  expect(read(items, "[1,2]")).toEqual([1, 2]);
  expect(read({ type: "array", items }, "[1]", "[2,3]")).toEqual([[1], [2, 3]]);
});

test.each([
  ["integer", "1.5", 'must be of type integer; received "1.5"'],
  ["integer", "5x", "must be of type integer"],
  ["number", "1.2.3", "must be of type number"],
  ["number", "0.12345678901234567891", "has more digits than a number can hold"],
  ["number", "1e400", "has more digits than a number can hold"],
  ["number", "0.10000000000000001", "has more digits than a number can hold"],
  ["boolean", "yes", "must be of type boolean"],
  ["object", "{", "is not valid JSON"],
  [["integer", "boolean", "null"], "x", 'must be of type integer or boolean; received "x"'],
])("of type %j is refused: %s", (type, text, message) => {
  expect(() => read({ type }, text)).toThrow(message);
});

test.each([
  ["9007199254740991", undefined],
  ['{"a":9007199254740993}', "has a number in a that would be rounded; write it as text"],
  ["-9007199254740993", "has a number that would be rounded; write it as text"],
  ["{", "is not valid JSON: "],
])("JSON %s: %s", (text, message) => {
  const parse = () => parseJson(text, (what) => new Error(what));
  if (message === undefined) {
    expect(parse()).toBe(JSON.parse(text));
  } else {
    expect(parse).toThrow(message);
  }
});

const parameter = { name: "p", schema: {}, required: false };
const options: readonly Option[] = [
  { name: "output", short: "o", value: "format", values: ["json", "csv"], text: "" },
  { name: "all", text: "" },
  { name: "dry-run", text: "" },
  { name: "block-number", value: "n", text: "", parameter },
  { name: "block-hash", value: "h", text: "", parameter },
  { name: "chain-name", value: "c", text: "", parameter, multiple: true },
  { name: "full", text: "", parameter },
  { name: "token", value: "t", text: "", secret: true },
  { name: "token-id", value: "i", text: "", parameter },
  { name: "token-id-max", value: "i", text: "", parameter },
];
test.each<[string[], object, string[]]>([
  [["--output", "csv", "a"], { output: ["csv"] }, ["a"]],
  [["-o", "json", "--dry"], { output: ["json"], "dry-run": ["true"] }, []],
  [["--chain", "x", "--chainName=y"], { "chain-name": ["x", "y"] }, []],
  [["--full"], { full: ["true"] }, []],
  [["--no-full"], { full: ["false"] }, []],
  [["--full=false"], { full: ["false"] }, []],
  [["--block-number=-1"], { "block-number": ["-1"] }, []],
  [["--output=csv", "--", "--all"], { output: ["csv"] }, ["--all"]],
  [["--token-id", "5"], { "token-id": ["5"] }, []],
])("the command line %j", (args, given, positionals) => {
  const found = parseCommandLine(args, options, "x");
  expect(Object.fromEntries(found.given)).toEqual(given);
  expect(found.positionals).toEqual(positionals);
});

test.each([
  ["--blok", "unknown option --blok", "Did you mean --block?"],
  ["--blok-number", "unknown option --blok-number", "Did you mean --block-number?"],
  ["--outputs", "unknown option --outputs", "Did you mean --output?"],
  ["--out", "unknown option --out", "Did you mean --output?"],
  ["--block", "--block is ambiguous", "Use --block-number or --block-hash."],
  [
    "--token",
    "--token is ambiguous",
    "Use --token or --token-id or --token-id-max (for the secret, CHAINKIT_TOKEN or --token-file).",
  ],
])("%s is refused: %s. %s", (flag, what, fix) => {
  expect(() => parseCommandLine([flag, "1"], options, "x")).toThrow(
    expect.objectContaining({ message: `x: ${what}`, fix }),
  );
});

test.each([
  [{ minimum: 1, maximum: 5 }, ["1 to 5"]],
  [{ minimum: 0 }, ["at least 0"]],
  [{ maximum: 0 }, ["at most 0"]],
  [{ enum: ["a", "b"] }, ["one of a, b"]],
  [{ pattern: "^a$", format: "uri" }, ["matches ^a$", "uri"]],
  [{ minLength: 0, maxLength: 3 }, ["at least 0 characters", "at most 3 characters"]],
  [{ default: false }, ["default false"]],
  [{}, []],
])("the constraints of %j", (schema, texts) => {
  expect(constraintsOf(schema)).toEqual(texts);
});

test.each([
  [{ type: "string" }, "text", false, false],
  [{ type: ["string", "null"] }, "text", false, false],
  [{ type: "integer" }, "integer", false, false],
  [{ type: "array" }, "value", false, true],
  [{ type: "object" }, "json", false, false],
  [{ type: ["boolean", "null"] }, "boolean", true, false],
  [{ type: ["string", "integer"] }, "string|integer", false, false],
  [{}, "json", false, false],
])("the placeholder of %j is %s", (schema, placeholder, boolean, list) => {
  expect(describeValue(schema, {})).toBe(placeholder);
  expect([isBoolean(schema, {}), isList(schema, {})]).toEqual([boolean, list]);
});
