import { expect, it } from "vitest";
import { settingsOf, tokensOf, variableOf } from "../src/options.ts";
import { getPrompt, prompts } from "../src/prompts.ts";
import { readArguments } from "./support.ts";

const none = { "address-data": {}, "chain-data": {}, "subgraph-management": {} };
const url = "--base-url http://x";
const base = { baseUrl: "http://x", settings: {}, areas: none, allowWrites: false };
const { baseUrl: _, ...unset } = base;
const server = "--host h --allow-host a --allow-host b --allow-origin o --insecure";

it.each<[args: string, env: Record<string, string>, options: object, http?: object]>([
  [url, {}, base],
  ["", { CHAINKIT_BASE_URL: "http://x" }, base],
  [url, { CHAINKIT_BASE_URL: "http://y" }, base],
  [
    url,
    { CHAINKIT_TOKEN: "t", CHAINKIT_GRAPH_NS: "n" },
    { ...base, settings: { token: "t", graphNs: "n" } },
  ],
  [url, { CHAINKIT_TOKEN: "" }, base],
  [
    "",
    { CHAINKIT_CHAIN_DATA_BASE_URL: "http://y" },
    { ...unset, areas: { ...none, "chain-data": { baseUrl: "http://y" } } },
  ],
  [`${url} --allow-writes`, {}, { ...base, allowWrites: true }],
  [`${url} --max-result 1000`, {}, { ...base, maxResultLength: 1000 }],
  [`${url} --max-result 10000000`, {}, { ...base, maxResultLength: 10_000_000 }],
  [`${url} --http`, {}, base, {}],
  [`${url} --http`, { CHAINKIT_MCP_TOKEN: "" }, base, {}],
  [`${url} --http`, { CHAINKIT_MCP_TOKEN: "c" }, base, { callerToken: "c" }],
  [`${url} --http --port 0`, {}, base, { port: 0 }],
  [
    `${url} --http --port 65535 ${server}`,
    {},
    base,
    { port: 65_535, host: "h", allowHosts: ["a", "b"], allowOrigins: ["o"], insecure: true },
  ],
])("%j with %j is %j, %j", (args, env, options, http) => {
  const read = readArguments(args.split(" ").filter(Boolean), env);
  expect(read).toEqual({ options, ...(http && { http }) });
});

it.each([
  [
    `${url} --max-result 999`,
    '--max-result must be an integer from 1000 to 10000000; received "999"',
  ],
  [`${url} --max-result 10000001`, "--max-result must be an integer from 1000"],
  [`${url} --allow-host y`, "--allow-host has no effect without --http"],
  [`${url} --host y`, "--host has no effect without --http"],
  [`${url} --insecure`, "--insecure has no effect without --http"],
  ["", "no base URL; set --base-url or CHAINKIT_BASE_URL"],
  [`${url} --http`, "CHAINKIT_MCP_TOKEN must differ from the tokens that the server sends"],
])("%j is refused: %s", (args, message) => {
  const env = { CHAINKIT_TOKEN: "t", CHAINKIT_MCP_TOKEN: "t" };
  expect(() => readArguments(args.split(" ").filter(Boolean), env)).toThrow(message);
});

it.each([
  [["graphNs"], "CHAINKIT_GRAPH_NS"],
  [["baseUrl", "chain-data"], "CHAINKIT_CHAIN_DATA_BASE_URL"],
  [["token", "", "my-api.v2"], "MY_API_V2_TOKEN"],
] as const)("the variable of %j is %s", (of, name) => {
  const [setting, area, prefix] = of as readonly string[];
  expect(variableOf(setting ?? "", area, prefix)).toBe(name);
});

it("settings of an area take precedence, and every token is known", () => {
  const options = {
    baseUrl: "http://x",
    settings: { token: "a", graphNs: "n" },
    areas: { one: { token: "b", baseUrl: "http://y" }, other: { baseUrl: "http://z" } },
  };
  expect(settingsOf("one", options)).toEqual({ baseUrl: "http://y", token: "b", graphNs: "n" });
  expect(settingsOf("none", options)).toEqual({ baseUrl: "http://x", token: "a", graphNs: "n" });
  expect(settingsOf("none", {})).toEqual({});
  expect(tokensOf(options)).toEqual(["a", "b"]);
  expect(tokensOf({})).toEqual([]);
});

it.each([
  ["summarize_wallet", { chain: "base", wallet: "0xa1" }],
  ["explain_transaction", { chain: "base", hash: "0xb2" }],
  ["compare_chains", {}],
])("the prompt %s has what was given, and needs it", (name, given) => {
  const { description, messages } = getPrompt(name, given);
  const prompt = prompts.find((each) => each.name === name);
  expect(description).toBe(prompt?.description);
  const [message] = messages;
  const text = message?.content.type === "text" ? message.content.text : "";
  expect(message?.role).toBe("user");
  for (const value of Object.values(given)) {
    expect(text).toContain(value);
  }
  for (const { name: argument } of prompt?.arguments ?? []) {
    const others = Object.entries(given).filter(([each]) => each !== argument);
    expect(() => getPrompt(name, Object.fromEntries(others))).toThrow(
      `${name}: ${argument} is required`,
    );
  }
});

it("an unknown prompt is refused with the known ones", () => {
  const known = "summarize_wallet, explain_transaction, compare_chains";
  expect(() => getPrompt("other")).toThrow(`unknown prompt other; expected one of ${known}`);
});
