import { describe, expect, it } from "vitest";
import { isTokenOnly, readRules, schemesOf, tableOf } from "../../src/rules/index.ts";
import { documentOf, documentWith, empty, rulesOf } from "./support.ts";

const securitySchemes = {
  api_key: { type: "apiKey", in: "header", name: "X-Key" },
  "App-ID": { type: "apiKey", in: "query", name: "appid" },
  sessionCookie: { type: "apiKey", in: "cookie", name: "sid" },
  login: { type: "http", scheme: "Basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: {} },
  openId: { type: "openIdConnect", openIdConnectUrl: "https://id.example" },
  odd: { type: "odd", in: "header", name: "X-Odd" },
  mutual: { type: "mutualTLS" },
  headers: { type: "apiKey", in: "header", name: "X-Headers" },
  sameHeader: { type: "apiKey", in: "header", name: "x-key" },
  sameQuery: { type: "apiKey", in: "query", name: "APPID" },
  authorization: { type: "apiKey", in: "header", name: "Authorization" },
};
const components = { securitySchemes };

/** A document with one operation for each security, `get0`, `get1`, … */
function documentFor(...securities: readonly object[][]) {
  const paths = securities.map((security, index) => [
    `/${index}`,
    { get: { operationId: `get${index}`, responses: empty, security } },
  ]);
  return documentOf(Object.fromEntries(paths), { components });
}

describe("credentials of an operation", () => {
  it.each<[security: object[], auth: string | undefined, names: string[][], unsent?: string[]]>([
    [[{ bearer: [] }], "required", [["token"]]],
    [[{ oauth: ["read"] }], "required", [["token"]]],
    [[{ openId: [] }], "required", [["token"]]],
    [[{ bearer: [], oauth: [] }], "required", [["token"]]],
    [[{ bearer: [] }, { oauth: [] }], "required", [["token"]]],
    [[{}, { bearer: [] }], "optional", [["token"]]],
    [[{ api_key: [] }, { bearer: [] }], "required", [["apiKey"], ["token"]]],
    [[{ "App-ID": [], login: [] }], "required", [["appId", "login"]]],
    [[{ mutual: [] }, { login: [] }], "required", [["login"]]],
    [[{ mutual: [], bearer: [] }, { login: [] }], "required", [["login"]]],
    [
      [{ api_key: [], sameHeader: [] }, { login: [] }],
      "required",
      [["apiKey"], ["sameHeader"], ["login"]],
    ],
    [[{ "App-ID": [], sameQuery: [] }], "required", [["appId", "sameQuery"]]],
    [
      [{ bearer: [], login: [] }, { sessionCookie: [] }],
      "required",
      [["token"], ["login"], ["sessionCookie"]],
    ],
    [[], undefined, []],
    [[{}], undefined, []],
    [[{}, { mutual: [] }], undefined, []],
    [[{ mutual: [] }, { mutual: [], api_key: [] }], "required", [["apiKey"]], ["mutual"]],
    [[{ mutual: [], api_key: [] }, {}], undefined, []],
    [[{ odd: [] }], undefined, [], ["odd"]],
    [[{ unknown: [] }, { mutual: [], odd: [] }], undefined, [], ["unknown", "mutual", "odd"]],
  ])("for %j: %s %j", (security, auth, names, unsent = []) => {
    const { rule, model } = rulesOf({ security }, { components });
    expect(rule.auth).toBe(auth);
    const { leftOut } = readRules(documentFor(security));
    expect(leftOut.map(({ where, what }) => `${where}: ${what.split(" ")[0]}`)).toEqual(
      unsent.map((name) => `security: ${name}`),
    );
    expect(model.credentials.map((options) => options.map(({ name }) => name))).toEqual(names);
  });
});

it.each([
  ["X-API-KEY", "xApiKey"],
  ["ApiKey", "apiKey"],
  ["two words", "twoWords"],
  ["_api_key", "apiKey"],
  ["2fa", "key2fa"],
  ["--", "key"],
  ["größe_µ", "größeΜ"],
])("the option of the scheme %s is %s", (scheme, name) => {
  const schemes = { [scheme]: securitySchemes.login };
  const options = { components: { securitySchemes: schemes } };
  const { credentials } = rulesOf({ security: [{ [scheme]: [] }] }, options);
  expect(credentials.map((each) => each.name)).toEqual([name]);
});

describe("the table", () => {
  const table = (...securities: object[][]) => tableOf(readRules(documentFor(...securities)));

  it("has the credentials of each operation", () => {
    const rules = table([{ "App-ID": [], login: [] }, { bearer: [] }], []);
    expect(rules).toEqual({
      get0: {
        ...{ method: "GET", path: "/0", returns: undefined, auth: "required", idempotent: true },
        ...{ noContent: true, credentials: [["appId", "login"], ["token"]] },
      },
      get1: { method: "GET", path: "/1", idempotent: true, noContent: true },
    });
    expect(Object.keys(rules.get1 ?? {})).not.toContain("parameters");
  });

  it("has no credentials where tokens are all that is sent", () => {
    expect(table([{ bearer: [] }]).get0).not.toHaveProperty("credentials");
  });

  it("has the parameters by name", () => {
    const parameters = [{ name: "a", in: "query", schema: { type: "integer" } }];
    expect(tableOf(readRules(documentWith({ parameters })))).toMatchObject({
      getThings: { parameters: { a: { in: "query", type: "integer" } } },
    });
  });
});

it("the credentials of a client are those of its operations, the token first", () => {
  const login = [{ login: [], api_key: [] }];
  const { credentials } = readRules(documentFor(login, [...login, { login: [] }], login));
  expect(credentials.map(({ name, scheme, required }) => [name, scheme, required])).toEqual([
    ["login", "login", true],
    ["apiKey", "api_key", false],
  ]);
  expect(schemesOf(credentials)).toEqual({
    login: { kind: "basic" },
    apiKey: { kind: "key", in: "header", name: "X-Key" },
  });
  const requiredIn = (...securities: object[][]) =>
    readRules(documentFor(...securities)).credentials.map(({ name, required }) => [name, required]);
  expect(requiredIn([{ login: [] }], [{ bearer: [] }], [{ api_key: [] }])).toEqual([
    ["token", false],
    ["login", false],
    ["apiKey", false],
  ]);
  expect(requiredIn([{ login: [] }], [])).toEqual([["login", false]]);
  expect(requiredIn([{ login: [] }, {}])).toEqual([["login", false]]);
});

it("only bearer tokens are tokens", () => {
  const isPlain = (...securities: object[][]) =>
    isTokenOnly(readRules(documentFor(...securities)).credentials);
  expect(isPlain([{ bearer: [] }], [{ oauth: [] }, {}])).toBe(true);
  expect(isPlain([{ bearer: [] }], [{ login: [] }])).toBe(false);
  expect(isPlain([])).toBe(true);
});

it("gives each scheme an option of its own", () => {
  const key = (name: string) => ({ type: "apiKey", in: "header", name });
  const basic = { type: "http", scheme: "basic" };
  const schemes = {
    ...{ api_key: key("a"), apiKey: key("b"), "api-key": key("a"), APIKey: key("c") },
    ...{ token: key("d"), headers: basic, bearer: securitySchemes.bearer },
  };
  const names = Object.keys(schemes);
  const security = [Object.fromEntries(names.map((name) => [name, []]))];
  const { credentials } = rulesOf({ security }, { components: { securitySchemes: schemes } });
  expect(credentials.map(({ scheme, name }) => [scheme, name])).toEqual([
    ["bearer", "token"],
    ["api-key", "apiKey"],
    ["apiKey", "apiKey2"],
    ["APIKey", "aPIKey"],
    ["token", "tokenKey"],
    ["headers", "headersBasic"],
  ]);
});
