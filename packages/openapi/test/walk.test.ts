import { expect, it } from "vitest";
import { schemaPlaces, visitSchemas } from "../src/index.ts";

const named = (title: string, more: object = {}) => ({ title, ...more });
const content = (title: string) => ({ content: { "application/json": { schema: named(title) } } });

const operation = {
  parameters: [{ name: "id", in: "query", schema: named("parameter") }],
  requestBody: content("request"),
  responses: {
    404: {
      headers: { "x-a": content("in a header") },
      content: { "a/b": {}, "c/d": { schema: null } },
    },
    200: { headers: { "x-count": { schema: named("header") } }, ...content("response") },
  },
  callbacks: { done: { "{$request.body#/url}": { post: { requestBody: content("callback") } } } },
};
const document = {
  openapi: "3.1.0",
  info: null,
  paths: {
    "/things": { parameters: [{ name: "all", schema: named("shared") }], post: operation },
    "x-paths": { get: { requestBody: content("extension of paths") } },
  },
  components: {
    schemas: {
      Thing: named("component", {
        properties: {
          "x-id": named("property", { items: named("item") }),
          list: { items: [named("first"), named("second")] },
        },
        allOf: [named("part")],
        example: named("value"),
      }),
    },
  },
};

it("finds the schemas of a document by their places", () => {
  const places = schemaPlaces(document).map(({ pointer, schema, use }) => {
    const { title } = schema as { title: string };
    return [title, use, pointer];
  });
  const things = "#/paths/~1things";
  const json = "content/application~1json/schema";
  const back = "callbacks/done/%7B%24request.body%23~1url%7D/post/requestBody";
  expect(new Set(places)).toEqual(
    new Set([
      ["shared", "parameter", `${things}/parameters/0/schema`],
      ["parameter", "parameter", `${things}/post/parameters/0/schema`],
      ["request", "body", `${things}/post/requestBody/${json}`],
      [...["in a header", "body"], `${things}/post/responses/404/headers/x-a/${json}`],
      ["header", "parameter", `${things}/post/responses/200/headers/x-count/schema`],
      ["response", "body", `${things}/post/responses/200/${json}`],
      ["callback", "body", `${things}/post/${back}/${json}`],
      ["component", "body", "#/components/schemas/Thing"],
    ]),
  );
});

it("visits nested schemas, and no values", () => {
  const titles: unknown[] = [];
  visitSchemas({ components: document.components }, ({ title }) => titles.push(title));
  const all = ["component", "property", "item", undefined, "first", "second", "part"];
  expect(new Set(titles)).toEqual(new Set(all));
});

it("visits the schemas under every keyword that has some", () => {
  const maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
  const lists = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
  const ones = [
    ...["additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains"],
    ...["propertyNames", "not", "if", "then", "else", "contentSchema", "items"],
  ];
  const visited = (schema: object) => {
    const titles: unknown[] = [];
    visitSchemas({ components: { schemas: { schema } } }, ({ title }) => titles.push(title));
    return titles;
  };
  const visitsAll = (keywords: string[], within: (schema: object) => unknown) => {
    for (const keyword of keywords) {
      expect(visited({ [keyword]: within(named(keyword)) })).toEqual([undefined, keyword]);
    }
  };
  visitsAll(maps, (a) => ({ a }));
  visitsAll(lists, (schema) => [schema]);
  visitsAll(ones, (schema) => schema);
  expect(visited({ example: named("value"), const: named("value") })).toEqual([undefined]);
});

it("visits the schemas of every kind of component", () => {
  const components = {
    ...{ responses: { a: content("responses") }, requestBodies: { a: content("requestBodies") } },
    ...{ parameters: { a: { schema: named("parameters") } }, headers: { a: content("headers") } },
    ...{ callbacks: { a: { "{$url}": { put: { requestBody: content("callbacks") } } } } },
    ...{ pathItems: { a: { get: { requestBody: content("pathItems") } } } },
  };
  const webhooks = { a: { patch: { requestBody: content("webhooks") } } };
  const encoding = { part: { headers: { a: { schema: named("encoding") } } } };
  const paths = { "/a": { head: { requestBody: { content: { "a/b": { encoding } } } } } };
  const titles = schemaPlaces({ components, webhooks, paths }).map(
    ({ schema }) => (schema as { title: string }).title,
  );
  expect(titles.sort()).toEqual([...Object.keys(components), "webhooks", "encoding"].sort());
});
