import { describe, expect, it } from "vitest";
import { readRules, serversOf } from "../../src/rules/index.ts";
import { documentOf, documentWith, empty, json, rulesOf, success } from "./support.ts";

const text = { type: "string" };
const get = (operationId: string, others: object = {}) => ({
  get: { operationId, responses: empty, ...others },
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
    expect(problems).toEqual([]);
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
});
