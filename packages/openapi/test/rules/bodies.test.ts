import { describe, expect, it } from "vitest";
import { readRules } from "../../src/rules/index.ts";
import { documentWith, json, rulesOf } from "./support.ts";

const text = { type: "string" };
const object = {
  type: "object",
  required: ["a"],
  properties: { a: text, b: { type: ["integer", "null"], maximum: 9 } },
};
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

/** The rule of `POST /things` with a body, and those of its parameters. */
function bodyOf(content: object, others: object = {}, version = "3.1.0") {
  const requestBody = { required: true, content, ...others };
  const { model } = rulesOf({ method: "post", requestBody }, { openapi: version });
  const { method, path, noContent, ...rule } = model.rule;
  return { rule, model, rules: Object.fromEntries(model.parameters.map((p) => [p.name, p.rule])) };
}

const contentOf = (type: string, schema: object, others: object = {}) => ({
  [type]: { schema, ...others },
});

describe("fields", () => {
  it("are the members of a plain object", () => {
    const { rule, rules } = bodyOf(json(object).content);
    expect(rule).toEqual({ body: "fields" });
    expect(rules).toEqual({
      a: { in: "body", required: true },
      b: { in: "body", type: ["integer", "null"], maximum: 9 },
    });
  });

  it("have the documentation of the document, and the examples of the body", () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "integer", description: "An a.", deprecated: true, minimum: 1, examples: [3] },
        b: { type: "boolean" },
        c: { type: "string", default: "d" },
        list: { type: "array", items: text },
      },
    };
    const { model } = bodyOf(contentOf("application/json", schema, { example: { b: true } }));
    const [a, b, c] = model.parameters;
    const at = 'NonNullable<Contract["getThings"]["requestBody"]>["content"]["application/json"]';
    expect(a).toMatchObject({
      ...{ type: `${at}["a"]`, description: "An a.", deprecated: true, example: 3 },
      limits: "At least 1.",
    });
    expect(b).toMatchObject({ description: "", deprecated: false, limits: "", example: true });
    expect(b?.sample()).toBe(true);
    expect(c).toMatchObject({ limits: 'Default "d".' });
    // The items in a body are left to the service.
    expect(model.parameters[3]?.rule).toEqual({ in: "body", type: "array" });
  });

  it("of a form may be bytes, and anything where nothing is said", () => {
    const schema = {
      type: "object",
      properties: {
        file: { type: "string", format: "binary" },
        image: { contentMediaType: "image/png" },
        page: { type: "string", contentMediaType: "text/html" },
        coded: { type: "string", contentMediaType: "image/png", contentEncoding: "base64" },
        number: { type: "integer", format: "binary" },
        any: {},
      },
    };
    const any = ["string", "number", "boolean", "array", "object", "null", "binary"];
    const expected = {
      ...{ file: { type: "binary" }, image: { type: "binary" }, page: {}, coded: {} },
      number: { type: "integer" },
    };
    const rulesIn = (type: string) =>
      Object.fromEntries(
        Object.entries(bodyOf(contentOf(type, schema)).rules).map(([name, { in: _, ...rule }]) => [
          name,
          rule,
        ]),
      );
    expect(rulesIn(multipart)).toEqual({ ...expected, any: { type: any } });
    expect(rulesIn(form)).toEqual({
      ...expected,
      ...{ file: {}, image: { type: "any" }, any: { type: "any" } },
    });
  });
});

describe("a whole body", () => {
  it.each<[schema: object, type: unknown]>([
    [{ type: "array", items: text }, "array"],
    [text, "string"],
    [{ oneOf: [object, text] }, ["object", "string"]],
    [{}, "any"],
  ])("of %j has the type %j", (schema, type) => {
    expect(bodyOf(json(schema).content)).toMatchObject({
      rule: { body: "whole" },
      rules: { body: { in: "body", required: true, type } },
    });
  });

  it("need not be sent if it is optional", () => {
    const { rules, model } = bodyOf(
      contentOf("application/json", object, { example: { a: "b" } }),
      { required: false, description: "A thing." },
    );
    expect(rules).toEqual({ body: { in: "body", type: "object" } });
    const [body] = model.parameters;
    const at = 'NonNullable<Contract["getThings"]["requestBody"]>["content"]["application/json"]';
    expect(body).toMatchObject({
      ...{ type: at, description: "A thing.", limits: "", deprecated: false, example: { a: "b" } },
    });
    expect(body?.sample()).toEqual({ a: "b" });
  });

  it("is text or bytes if its type is neither JSON nor a form", () => {
    const { rule, rules, model } = bodyOf(contentOf("text/csv", text));
    expect(rule).toEqual({ body: "whole", bodyFormat: "raw", contentType: "text/csv" });
    expect(rules.body?.type).toEqual(["string", "binary"]);
    expect(bodyOf(contentOf("text/csv", { type: "file" })).rules.body?.type).toHaveLength(2);
    expect(model.parameters[0]?.type).toBe("string | Blob | ArrayBuffer | Uint8Array");
  });

  it("of a form is an object", () => {
    const schema = { type: "object" };
    expect(bodyOf(contentOf(form, schema)).rules.body?.type).toBe("object");
    expect(bodyOf(contentOf(form, {})).rules.body?.type).toBe("object");
    expect(bodyOf(contentOf(form, { type: ["object", "null"] })).rules.body?.type).toBe("object");
  });
});

it.each<[type: string, rule: object]>([
  ["application/json", {}],
  ["application/merge-patch+json", { contentType: "application/merge-patch+json" }],
  [form, { bodyFormat: "urlencoded" }],
  [multipart, { bodyFormat: "multipart" }],
  ["text/plain", { bodyFormat: "raw", contentType: "text/plain" }],
  ["image/*", { bodyFormat: "raw" }],
])("a body of %s is sent by the rule %j", (type, rule) => {
  const { body, ...sent } = bodyOf(contentOf(type, object)).rule;
  expect(sent).toEqual(rule);
});

describe("the encoding of a form", () => {
  const encodingIn = (type: string, encoding: object, version?: string) =>
    bodyOf(contentOf(type, object, { encoding: { a: encoding } }), {}, version).rule.encoding?.a;

  it.each<[encoding: object, rule: object | undefined]>([
    [{ style: "form" }, { style: "form" }],
    [{ explode: true }, { style: "form" }],
    [{ explode: false }, { style: "form", explode: false }],
    [
      { style: "spaceDelimited", explode: true },
      { style: "spaceDelimited", explode: true },
    ],
    [{ style: "pipeDelimited" }, { style: "pipeDelimited" }],
    [{ style: "deepObject", explode: false }, { style: "deepObject" }],
    [{ contentType: "text/csv" }, { contentType: "text/csv" }],
    [{ contentType: "text/csv, text/plain" }, undefined],
    [{ contentType: "image/*" }, undefined],
    [{}, undefined],
  ])("%j has the rule %j", (encoding, rule) => {
    expect(encodingIn(form, encoding)).toEqual(rule);
    expect(encodingIn(multipart, encoding)).toEqual(rule);
  });

  it("has no style in multipart bodies of OpenAPI 3.0, and nothing in other bodies", () => {
    const encoding = { style: "deepObject", contentType: "text/csv" };
    expect(encodingIn(multipart, encoding, "3.0.3")).toEqual({ contentType: "text/csv" });
    expect(encodingIn(form, encoding, "3.0.3")).toEqual({ style: "deepObject" });
    expect(encodingIn("application/json", encoding)).toBeUndefined();
  });
});

it("leaves out an optional body of GET and HEAD, which fetch cannot send", () => {
  for (const method of ["get", "head"]) {
    const optional = documentWith({ method, requestBody: json(text) });
    expect(readRules(optional)).toMatchObject({ operations: [{ parameters: [] }], problems: [] });
  }
});
