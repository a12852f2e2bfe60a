import { expect, test } from "vitest";
import { contractProgram, readArguments } from "../src/arguments.ts";

const read = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  readArguments(contractProgram().parse(args, { from: "user" }), env);

const ONE = "https://one.test";
const TWO = "https://two.test";

test.each<[string[], unknown]>([
  [[], undefined],
  [["--target", ONE], ONE],
  [["--target", `chain-data=${ONE}`], { "chain-data": ONE }],
  [
    ["--target", `chain-data=${ONE}`, "--target", `address-data=${TWO}`],
    { "chain-data": ONE, "address-data": TWO },
  ],
])("%j has the target %j", async (args, target) => {
  expect((await read(args)).options.target).toEqual(target);
});

const TARGET = "--target must be one URL, or one <area>=<url> per area";

test.each([
  [["--target", ONE, "--target", TWO], TARGET],
  [["--target", `chain-data=${ONE}`, "--target", TWO], TARGET],
  // Of a header, only what is before its colon is shown.
  [["--header", "none"], '--header must be "Name: value"; received "none"'],
  [["--timeout", "0"], '--timeout must be an integer of at least 1; received "0"'],
  [["--rate", "0"], '--rate must be an integer of at least 1; received "0"'],
  [["--concurrency", "0"], '--concurrency must be an integer of at least 1; received "0"'],
])("%j is refused", async (args, message) => {
  await expect(read(args)).rejects.toThrow(message);
});

test("headers are read up to their first colon, with names in lower case", async () => {
  const { options } = await read(["--header", "X-One: a:b", "--header", "two:c"]);
  expect(options.headers).toEqual({ "x-one": "a:b", two: "c" });
});

test.each<[string[], object]>([
  [["--fuzz", "2"], { fuzzMs: 2_000 }],
  [["--deadline", "0"], { deadlineMs: 0 }],
  [["--max-retry-after", "0"], { maxRetryAfterMs: 0 }],
  [["--block-wait", "1"], { blockWaitMs: 1_000 }],
  [["--timeout", "40"], { timeoutMs: 40 }],
  [["--rate", "3"], { rate: 3 }],
  [["--concurrency", "1"], { concurrency: 1 }],
  [["--seed", "0"], { seed: 0 }],
  [["--graph-ns", "south"], { options: { graphNs: "south" } }],
  [["--require-known"], { strict: true }],
])("%j sets %j and nothing else", async (args, options) => {
  expect((await read(args)).options).toEqual(options);
});

test("the environment has a token and whether GitHub runs it, unless an argument says otherwise", async () => {
  const env = { CHAINKIT_TOKEN: "a", GITHUB_ACTIONS: "true" };
  expect(await read([], env)).toMatchObject({ options: { token: "a" }, github: true });
  expect((await read(["--token", "b"], env)).options.token).toBe("b");
  expect(await read([])).toMatchObject({ github: false, verbose: false });
  expect((await read(["--github"])).github).toBe(true);
});
