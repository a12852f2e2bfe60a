import { describe, expect, it } from "vitest";
import {
  isIdentifier,
  pascalCase,
  problemText,
  propertyName,
  readRules,
  serversOf,
  statusKey,
  undescribed,
} from "../../src/rules/index.ts";
import { documentOf, documentWith, empty, json, problemsOf, rulesOf, success } from "./support.ts";

const text = { type: "string" };
const get = (operationId: string | undefined, others: object = {}) => ({
  get: { ...(operationId && { operationId }), responses: empty, ...others },
});

it("an operation has its rule and its documentation", () => {
  const document = documentWith(
    {
      ...{ method: "post", path: "/{a}", operationId: "things/make", "x-idempotent": true },
      ...{ summary: "Make.", description: "Makes one.", deprecated: true, tags: ["things"] },
      externalDocs: { url: "https://docs.example" },
      parameters: [{ name: "a", in: "path", required: true, schema: text }],
      requestBody: { required: true, ...json({ type: "object", properties: { b: text } }) },
      responses: success(json({ type: "array" }).content),
    },
    { security: [{ key: [] }], components: { securitySchemes: { key: { type: "oauth2" } } } },
  );
  const { operations, options, invented } = readRules(document);
  expect(operations).toMatchObject([
    {
      ...{ id: "things/make", typeName: "ThingsMake", isSafe: true },
      ...{ summary: "Make.", description: "Makes one.", deprecated: true, tags: ["things"] },
      link: "https://docs.example",
      parameters: [{ name: "a" }, { name: "b" }],
    },
  ]);
  expect(operations[0]?.rule).toEqual({
    ...{ method: "POST", path: "/{a}", body: "fields", returns: "array", auth: "required" },
    idempotent: true,
  });
  expect([options, [...invented]]).toEqual([[], []]);
  expect(rulesOf({ externalDocs: { url: 1 } }).model.link).toBeUndefined();
});

it.each([
  ["get", undefined, true],
  ["put", undefined, true],
  ["post", undefined, undefined],
  ["post", true, true],
  ["delete", false, undefined],
])("%s, stated to be idempotent: %s, is repeated: %s", (method, stated, idempotent) => {
  const { rule } = rulesOf({ method, "x-idempotent": stated });
  expect(rule.idempotent).toBe(idempotent);
});

describe("the server", () => {
  const url = "https://api.example/v1";
  const other = "https://other.example";
  const serverOf = (own: object[] | undefined, ...servers: object[]) =>
    rulesOf({ servers: own }, { servers }).rule.server;

  it("is the first of the operation, with the defaults of variables", () => {
    const variables = { region: { default: "eu" }, version: { default: 2 } };
    const regional = { url: "https://{region}.example/{region}/{version}", variables };
    expect(serverOf([regional, { url: other }], { url })).toBe("https://eu.example/eu/2");
    expect(serverOf([{ url: "/v2" }], { url })).toBe("/v2");
    expect(serverOf([{ url: other }], { url }, { url: other })).toBe(other);
    expect(serverOf([{ url: other }])).toBe(other);
  });

  it("is not told where it is that of the document, or none", () => {
    const rules = [serverOf([{ url }], { url }), serverOf([], { url }), serverOf([{}], { url })];
    expect(rules).toEqual([undefined, undefined, undefined]);
  });

  it("is that of the path where the operation has none; each is listed once", () => {
    const paths = {
      "/a": {
        servers: [{ url: "/path" }],
        get: { operationId: "a", responses: empty },
        put: { operationId: "b", responses: empty, servers: [{ url: "/own" }] },
        post: { operationId: "c", responses: empty },
      },
      "/b": get("d"),
    };
    const { operations } = readRules(documentOf(paths));
    expect(operations.map(({ rule }) => rule.server)).toEqual([
      "/path",
      "/own",
      "/path",
      undefined,
    ]);
    expect(serversOf(operations)).toEqual(["/path", "/own"]);
  });

  it.each([
    "https://{region}.example",
    "/a?b=c",
    "/a#b",
    "https://a@b.example",
    "/a b",
    "http://[",
  ])("is not %s", (wrong) => {
    const document = documentWith({ servers: [{ url: wrong }] });
    expect(problemsOf(document)).toEqual([`servers: ${wrong} is not a base URL`]);
  });
});

describe("client options", () => {
  const parameter = (name: string, others: object = {}) => ({
    ...{ name, in: "query", schema: text, "x-client-option": "both", ...others },
  });

  it("are parameters that several operations share, required if one requires it", () => {
    const a = get("a", {
      parameters: [parameter("p"), parameter("q", { "x-client-option": "other" })],
    });
    const b = get("b", { parameters: [parameter("p", { required: true })] });
    const { options, problems } = readRules(documentOf({ "/a": a, "/b": b, "/c": a }, {}));
    expect(problems.map(({ what }) => what)).toEqual(['"a" is used twice']);
    expect(
      options.map(({ name, required, parameter: { name: of, rule } }) => [
        name,
        required,
        of,
        rule.required,
      ]),
    ).toEqual([
      ["both", true, "p", undefined],
      ["other", false, "q", undefined],
    ]);
  });

  it("have one meaning, and a name of their own", () => {
    expect(problemsOf(documentWith({ parameters: [parameter("p"), parameter("q")] }))).toEqual([
      'parameter "q", x-client-option: is already used for a different parameter (both)',
    ]);
    const names = ["baseUrl", "fetch", "headers", "logger", "maxResponseBytes", "middleware"];
    names.push("retry", "servers", "signal", "successCodes", "timeoutMs", "token");
    for (const name of names) {
      const parameters = [parameter("p", { "x-client-option": name })];
      const what = `conflicts with the built-in client option ${name}`;
      expect(problemsOf(documentWith({ parameters }))).toEqual([
        `parameter "p", x-client-option: ${what}`,
      ]);
    }
  });
});

describe("names", () => {
  it("are identifiers or quoted", () => {
    expect(["a", "$a_1", "größe", "1a", "a-b", ""].map(isIdentifier)).toEqual([
      ...[true, true, true, false, false, false],
    ]);
    expect([propertyName("a"), propertyName("a-b")]).toEqual(["a", '"a-b"']);
    expect([statusKey("404"), statusKey("4XX"), statusKey("default")]).toEqual([
      ...["404", '"4XX"', '"default"'],
    ]);
  });

  it.each([
    ["repos/get-content", "ReposGetContent"],
    ["/a/", "A"],
    ["2fa", "_2fa"],
    ["-", ""],
  ])("of types are made of others: %s is %s", (name, type) => {
    expect(pascalCase(name)).toBe(type);
  });

  it("of parameters are told apart, headers without case", () => {
    const at = (...places: [name: string, place: string][]) => {
      const parameters = places.map(([name, place]) => ({ name, in: place, schema: text }));
      return problemsOf(documentWith({ parameters }));
    };
    expect(at(["p", "query"], ["p", "header"])).toEqual([
      'parameter "p": is in the query and in the header',
    ]);
    expect(at(["X-A", "header"], ["x-a", "header"])).toEqual([
      'parameter "x-a": is in the header and in the header',
    ]);
    expect(at(["x-a", "query"], ["X-A", "header"])).toEqual([
      'parameter "X-A": is in the query and in the header',
    ]);
    expect(at(["X-A", "query"], ["x-a", "cookie"])).toEqual([]);
    expect(at(["__proto__", "query"])).toEqual(["parameter __proto__: is not a valid name"]);
    const parameters = [{ name: "body", in: "query", schema: text }];
    const requestBody = json({ type: "array" });
    expect(problemsOf(documentWith({ method: "post", parameters, requestBody }))).toEqual([
      'parameter "body": is in the query and in the body',
    ]);
  });
});

describe("operations", () => {
  const listOf = (document: object, omit?: string[]) =>
    readRules(document as never, omit).problems.map(({ operation, route, where, what }) => [
      ...[operation, route, where, what],
    ]);

  it("have ids of their own, of which some are reserved", () => {
    const paths = {
      "/a": get("list"),
      "/b": get("list"),
      "/c": get("then"),
      "/d": get("__proto__"),
    };
    expect(listOf(documentOf(paths))).toEqual([
      ["GET /b", "GET /b", "operationId", '"list" is used twice'],
      ["then", "GET /c", "operationId", "is reserved"],
      ["__proto__", "GET /d", "operationId", "is reserved"],
    ]);
    expect(listOf(documentOf(paths), ["GET /b", "then", "GET /d"])).toEqual([]);
  });

  it("that state no id have one made of method and path", () => {
    const document = documentOf({ "/things": get(undefined), "/things/": get(undefined) });
    const { problems, invented } = readRules(document);
    const fix = "write an operationId; this one is made of method and path";
    expect(problems).toMatchObject([{ operation: "GET /things/", fix }]);
    expect([...readRules(document, ["GET /things/"]).invented]).toEqual([
      ["getThings", "GET /things"],
    ]);
    expect(invented.size).toBe(1);
    expect(readRules(documentOf({ "/a": get("then") })).problems).toMatchObject([
      { fix: "choose another id" },
    ]);
  });

  it("may be checked for other names", () => {
    const check = (id: string) => (id === "a" ? "is taken" : undefined);
    const { problems } = readRules(documentOf({ "/a": get("a"), "/b": get("b") }), [], check);
    expect(problems.map(({ operation, what }) => `${operation} ${what}`)).toEqual(["a is taken"]);
  });

  it("that are left out have to be there", () => {
    expect(listOf(documentOf({ "/a": get("a") }), ["GET /a", "b"])).toEqual([
      ["", "", "--omit b", "unknown operation"],
    ]);
  });

  it("refer to places of the document", () => {
    const requestBody = json({ $ref: "#thing" });
    const paths = { "/a": { post: { operationId: "a", responses: empty, requestBody } } };
    expect(listOf(documentOf({ ...paths, "/b": get("b", { security: [{ none: [] }] }) }))).toEqual([
      ["a", "POST /a", "", "$ref #thing cannot be resolved"],
      ["b", "GET /b", "security", "none is not supported"],
    ]);
  });

  it.each(["3.2.0", "2.0", "3.10.0", undefined])("of OpenAPI %s are refused", (openapi) => {
    expect(problemsOf({ openapi })).toEqual([`openapi: is ${JSON.stringify(openapi)}`]);
  });

  it("cannot be TRACE", () => {
    expect(problemsOf(documentWith({ method: "trace" }))).toEqual([": fetch cannot send TRACE"]);
  });
});

it("a problem is shown with its place and its fix", () => {
  const problem = { where: "path", what: "is wrong", fix: "write another" };
  const shown = (operation: string, route: string, where = "path") =>
    problemText({ ...problem, operation, route, where });
  expect(shown("a", "GET /a")).toBe("  a (GET /a), path: is wrong\n    Fix: write another");
  expect(shown("GET /a", "GET /a")).toBe("  GET /a, path: is wrong\n    Fix: write another");
  expect(shown("a", "GET /a", "")).toBe("  a (GET /a): is wrong\n    Fix: write another");
  expect(shown("", "")).toBe("  path: is wrong\n    Fix: write another");
});

it("tells what descriptions do not have, by who calls the operation", () => {
  const list = { type: "array", items: text };
  const { model } = rulesOf({
    ...{ method: "post", servers: [{ url: "/d" }] },
    parameters: [
      { name: "ids", in: "query", explode: false, schema: list },
      { name: "theme", in: "cookie", schema: text },
      { name: "plain", in: "query", schema: list },
    ],
    requestBody: { content: { "text/csv": {} } },
    responses: success({ "text/csv": {} }),
  });
  const of = (others: object, calls: boolean) =>
    undescribed(others as typeof model, calls, "do it").map(({ where, what }) => [where, what]);
  const by = "is supported by command line, MCP server, clients and the mock only";
  expect(of(model, false)).toEqual([
    ["servers", `a server of its own ${by}`],
    ['query parameter "ids"', `the style form ${by}`],
    ['cookie parameter "theme"', `a cookie ${by}`],
    ["requestBody", `a raw body ${by}`],
    ["responses", `text content ${by}`],
  ]);
  expect(of(model, true)).toEqual([]);
  expect(undescribed(model, false, "do it")[0]).toMatchObject({
    ...{ operation: "getThings", route: "POST /things", fix: "do it" },
  });
  const { model: stream } = rulesOf({ responses: success({ "text/event-stream": {} }) });
  expect(of(stream, false)).toEqual([["responses", `a stream of events ${by}`]]);
  expect(of(rulesOf({}).model, false)).toEqual([]);
});

it("tells that a form of unknown members has no description", () => {
  const form = (schema: object) => {
    const requestBody = { required: true, ...json(schema, "multipart/form-data") };
    return rulesOf({ method: "post", requestBody }).model;
  };
  for (const calls of [true, false]) {
    expect(
      undescribed(form({ type: "object" }), calls, "").map(({ where, what }) => [where, what]),
    ).toEqual([
      [
        "requestBody",
        "a multipart body that is not an object of known members is supported by clients and the mock only",
      ],
    ]);
  }
  const fields = form({ type: "object", properties: { a: text } });
  expect(undescribed(fields, true, "")).toEqual([]);
  expect(undescribed(fields, false, "")).toMatchObject([{ where: "requestBody" }]);
  expect(
    undescribed(rulesOf({ method: "post", requestBody: json({ type: "array" }) }).model, true, ""),
  ).toEqual([]);
});
