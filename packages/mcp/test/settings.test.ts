import { expect, it } from "vitest";
import { settingsOf, tokensOf, variableOf } from "../src/options.ts";
import { getPrompt, prompts } from "../src/prompts.ts";
import { readArguments } from "./support.ts";

const none = { "address-data": {}, "chain-data": {}, "subgraph-management": {} };
const url = ["--base-url", "http://x"];
const base = { baseUrl: "http://x", settings: {}, areas: none, allowWrites: false };

it.each<[string[], Record<string, string>, object]>([
  [url, {}, { options: base }],
  [[], { CHAINKIT_BASE_URL: "http://x" }, { options: base }],
  [url, { CHAINKIT_BASE_URL: "http://y" }, { options: base }],
  [
    url,
    { CHAINKIT_TOKEN: "t", CHAINKIT_GRAPH_NS: "n" },
    { options: { ...base, settings: { token: "t", graphNs: "n" } } },
  ],
  [url, { CHAINKIT_TOKEN: "" }, { options: base }],
  [
    [],
    { CHAINKIT_CHAIN_DATA_BASE_URL: "http://y" },
    {
      options: {
        settings: {},
        areas: { ...none, "chain-data": { baseUrl: "http://y" } },
        allowWrites: false,
      },
    },
  ],
  [[...url, "--allow-writes"], {}, { options: { ...base, allowWrites: true } }],
  [[...url, "--max-result", "1000"], {}, { options: { ...base, maxResultLength: 1000 } }],
  [[...url, "--max-result", "10000000"], {}, { options: { ...base, maxResultLength: 10_000_000 } }],
  [[...url, "--http"], {}, { options: base, http: {} }],
  [[...url, "--http"], { CHAINKIT_MCP_TOKEN: "" }, { options: base, http: {} }],
  [[...url, "--http"], { CHAINKIT_MCP_TOKEN: "c" }, { options: base, http: { callerToken: "c" } }],
  [[...url, "--http", "--port", "0"], {}, { options: base, http: { port: 0 } }],
  [
    [
      ...url,
      "--http",
      "--port",
      "65535",
      "--host",
      "h",
      "--allow-host",
      "a",
      "--allow-host",
      "b",
      "--allow-origin",
      "o",
      "--insecure",
    ],
    {},
    {
      options: base,
      http: {
        port: 65_535,
        host: "h",
        allowHosts: ["a", "b"],
        allowOrigins: ["o"],
        insecure: true,
      },
    },
  ],
])("%j with %j is %j", (args, env, command) => {
  expect(readArguments(args, env)).toEqual(command);
});

it.each([
  [
    [...url, "--max-result", "999"],
    '--max-result must be an integer from 1000 to 10000000; received "999"',
  ],
  [[...url, "--max-result", "10000001"], "--max-result must be an integer from 1000"],
  [[...url, "--allow-host", "y"], "--allow-host has no effect without --http"],
  [[...url, "--host", "y"], "--host has no effect without --http"],
  [[...url, "--insecure"], "--insecure has no effect without --http"],
  [[], "no base URL; set --base-url or CHAINKIT_BASE_URL"],
  [[...url, "--http"], "CHAINKIT_MCP_TOKEN must differ from the tokens that the server sends"],
])("%j is refused: %s", (args, message) => {
  const env = { CHAINKIT_TOKEN: "t", CHAINKIT_MCP_TOKEN: "t" };
  expect(() => readArguments(args, env)).toThrow(message);
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
