import { describe, expect, it } from "vitest";
import { usableDocument } from "../src/index.ts";

const answer = (schema: unknown) => ({
  responses: { 200: { description: "", content: { "application/json": { schema } } } },
});
const gone = { $ref: "#/components/schemas/Gone" };
const thing = { $ref: "#/components/schemas/Thing" };

/** The routes that are left, and the places of what is broken. */
function read(paths: object, components: object = {}) {
  const { document, unreadable } = usableDocument({
    openapi: "3.1.0",
    paths: { "/whole": { get: answer({ type: "object" }) }, ...paths },
    components,
  });
  const left = Object.entries(document.paths as object).flatMap(([path, item]) =>
    Object.keys(item).flatMap((key) => (key === "parameters" ? [] : [`${key} ${path}`])),
  );
  return { document, left, unreadable };
}

describe("an operation is left out, with the place and the fix, for", () => {
  it.each<[what: string, operation: object, components: object, fault: object]>([
    [
      "a reference that leads nowhere",
      answer({ items: gone }),
      {},
      {
        pointer: "#/paths/~1broken/get/responses/200/content/application~1json/schema/items",
        what: "$ref #/components/schemas/Gone cannot be resolved",
        fix: "refer to a place in the document: #/components/schemas/Name",
      },
    ],
    [
      "one that others lead to",
      answer(thing),
      { schemas: { Thing: { properties: { a: gone } } } },
      { pointer: "#/components/schemas/Thing/properties/a" },
    ],
    [
      "one of another file",
      { parameters: [{ $ref: "parameters.yaml" }], responses: {} },
      {},
      {
        what: "external $ref parameters.yaml",
        fix: "bundle the document first: npx @redocly/cli bundle",
      },
    ],
    [
      "a schema that is none",
      answer(thing),
      { schemas: { Thing: [gone] } },
      { what: "is not a schema" },
    ],
    [
      "a schema that consists of itself",
      answer(thing),
      {
        schemas: {
          Thing: { allOf: [{ $ref: "#/components/schemas/Other" }] },
          Other: { allOf: [thing] },
        },
      },
      { what: expect.stringContaining("is circular") },
    ],
    [
      "a response that is none",
      { responses: { 200: { $ref: "#/components/responses/No" } } },
      {},
      {},
    ],
  ])("%s", (_, operation, components, fault) => {
    const { left, unreadable } = read(
      { "/broken": { get: { operationId: "broken", ...operation } } },
      components,
    );
    expect(left).toEqual(["get /whole"]);
    const about = { method: "GET", path: "/broken", operationId: "broken" };
    expect(unreadable).toMatchObject([{ ...about, ...fault }]);
  });

  it("what its path needs, or the path itself", () => {
    const { left, unreadable } = read({
      "/shared": { parameters: [{ $ref: "#/components/parameters/No" }], get: {}, put: {} },
      "/half": { get: answer(gone), put: {} },
      "/item": { $ref: "item.yaml" },
    });
    expect(left).toEqual(["get /whole", "put /half"]);
    expect(unreadable.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...["GET /shared", "PUT /shared", "GET /half", " /item"],
    ]);
  });
});

it("what no operation needs may be broken", () => {
  const callbacks = { done: { $ref: "#/components/callbacks/No" } };
  const { document, left, unreadable } = read(
    { "/called": { get: { ...answer(thing), callbacks, "x-policies": { $ref: "no.yaml" } } } },
    {
      "x-policies": { $ref: "../policies.yaml" },
      schemas: {
        Thing: { type: "object", properties: { next: thing }, example: { $ref: "a" } },
        Bad: { properties: { a: gone } },
        Worse: { $ref: "#/components/schemas/Bad" },
        Itself: { $ref: "#/components/schemas/Itself" },
      },
    },
  );
  expect(unreadable).toEqual([]);
  expect(left).toEqual(["get /whole", "get /called"]);
  const { schemas } = document.components as { schemas: object };
  expect(Object.keys(schemas)).toEqual(["Thing"]);
});

it("a document in which nothing is broken is returned itself", () => {
  const document = { openapi: "3.0.3", paths: { "/a": { get: answer({ type: "string" }) } } };
  expect(usableDocument(document)).toEqual({ document, unreadable: [] });
  expect(usableDocument(document).document).toBe(document);
});

it("reads a content whose key is no media type as any, beside a media type not at all", () => {
  const schema = { type: "integer" };
  const json = { "application/vnd.a+json; v=1": { schema }, "x-note": 1 };
  const contents = [{ gzip: { schema } }, { ...json, access: {} }, { json: {}, a: {} }, json];
  const paths = contents.map((content, at) => [
    `/${at}`,
    { post: { requestBody: { content }, responses: { 200: { description: "", content } } } },
  ]);
  const { document } = read(Object.fromEntries(paths));
  const all = contents.map((_, at) => {
    const { requestBody, responses } = Object(document.paths)[`/${at}`].post;
    expect(responses[200].content).toEqual(requestBody.content);
    return requestBody.content;
  });
  expect(all).toEqual([{ "*/*": { schema } }, json, { "*/*": {} }, json]);
});

it("what is whole in a broken component can be referred to", () => {
  const Tree = {
    $defs: { amount: { type: "number" } },
    properties: {
      gone,
      whole: thing,
      list: { items: [], not: 1 },
      inner: { properties: { gone } },
    },
  };
  const { document, left } = read(
    {
      "/part": { get: answer({ $ref: "#/components/schemas/Tree/$defs/amount" }) },
      "/broken": { get: answer({ $ref: "#/components/schemas/Tree" }) },
    },
    { schemas: { Tree, Thing: { type: "string" }, Other: { items: gone } } },
  );
  expect(left).toEqual(["get /whole", "get /part"]);
  expect(document.components).toEqual({
    schemas: {
      Tree: {
        ...Tree,
        properties: {
          ...Tree.properties,
          gone: {},
          list: { items: [], not: {} },
          inner: { properties: { gone: {} } },
        },
      },
      Thing: { type: "string" },
    },
  });
});
