const ok = (examples: object) => ({
  description: "OK",
  content: { "application/json": { schema: { type: "object" }, examples } },
});
const problem = (examples: object) => ({
  description: "Refused",
  content: { "application/problem+json": { schema: {}, examples } },
});
const refused = (query: string, parameter: string) => ({
  value: { instance: `/north/lists/0x00ab?${query}`, errors: [{ parameter }] },
});
const empty = () => ({ description: "" });

const shop = {
  name: "shop",
  in: "path",
  required: true,
  "x-client-option": "shop",
  schema: { type: "string", enum: ["north", "south"] },
  example: "north",
};
const id = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "integer", minimum: 1, maximum: 1000 },
  examples: { first: { value: 7 }, second: { value: 8 } },
};
const code = {
  name: "code",
  in: "path",
  required: true,
  schema: { type: "string", pattern: "^0x[0-9a-f]{4}$" },
  example: "0x00ab",
};

const getItem = {
  operationId: "getItem",
  security: [{}, { token: [] }],
  parameters: [
    shop,
    id,
    { name: "X-Trace", in: "header", schema: { type: "string", minLength: 1 } },
  ],
  responses: {
    200: ok({ first: { value: { id: 7 } }, second: { value: { id: 8 } } }),
    400: problem({
      low: { value: { instance: "/north/items/0", errors: [{ parameter: "id" }] } },
      elsewhere: { value: { instance: "/other/0" } },
    }),
    404: problem({ gone: { value: { instance: "/north/items/999" } } }),
    default: empty(),
  },
};

const queries = {
  cursor: { type: "string", maxLength: 20 },
  limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
  price: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 },
  sold: { type: "boolean" },
  color: { enum: ["red", "dark blue"] },
  name: { type: ["string", "null"], minLength: 2, maxLength: 4 },
  since: { type: "string", format: "date" },
  tags: { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2, uniqueItems: true },
};
const examples = { cursor: "c1", limit: 5, price: 1.5, sold: true, color: "red", name: "abc" };
const listItems = {
  operationId: "listItems",
  "x-pagination": { cursorParameter: "cursor", cursorField: "next", itemsField: "items" },
  parameters: [
    shop,
    code,
    ...Object.entries({ ...examples, since: "2024-05-06", tags: [3, 4] }).map(
      ([name, example]) => ({
        ...{ name, in: "query", required: name === "color", example },
        schema: queries[name as keyof typeof queries],
      }),
    ),
  ],
  responses: {
    200: empty(),
    404: empty(),
    422: problem({
      foreign: refused("color=red&cursor=c9", "cursor"),
      other: refused("color=red&name=abcd", "name"),
    }),
  },
};

const item = {
  type: "object",
  additionalProperties: false,
  required: ["name", "kind"],
  minProperties: 2,
  properties: {
    name: { type: "string", minLength: 2 },
    kind: { const: "chair" },
    legs: { anyOf: [{ type: "integer" }, { type: "null" }] },
    colors: { type: "array", items: { enum: ["red"] }, maxItems: 2 },
    size: { $ref: "#/components/schemas/Size" },
    made: { type: "string", readOnly: true },
  },
};
const body = (schema: object, example: object, required: boolean) => ({
  required,
  content: { "application/json": { schema, example } },
});
const createItem = {
  operationId: "createItem",
  security: [{ token: [] }],
  requestBody: body(item, { name: "stool", kind: "chair", size: { width: 3 } }, true),
  responses: { 201: empty(), 400: empty(), 401: empty(), 409: empty() },
};
const anything = { type: "object", maxProperties: 3, additionalProperties: true };
const findItems = {
  operationId: "findItems",
  "x-idempotent": true,
  security: [{ key: [] }],
  requestBody: body(anything, { text: "a" }, false),
  responses: {
    "2XX": { content: { "text/csv": { example: "a,b" }, "application/json": { example: [1] } } },
    404: empty(),
  },
};
const getLatest = {
  operationId: "getLatest",
  security: [{ token: [] }, { basic: [] }],
  parameters: [shop],
  responses: { 200: { content: { "text/plain; charset=utf-8": { example: "stool" } } } },
};

/** A document with every constraint that cases are made from. */
export const shopDocument = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  security: [],
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "query", name: "key" },
    },
    schemas: {
      Size: {
        type: "object",
        properties: {
          width: { type: "number", format: "double", minimum: 0 },
          inner: { $ref: "#/components/schemas/Size" },
        },
        additionalProperties: {},
        maxProperties: 2,
      },
    },
  },
  paths: {
    "/{shop}/items/{id}": { get: getItem },
    "/{shop}/items/latest": {
      get: getLatest,
    },
    "/{shop}/lists/{code}": { get: listItems },
    "/items": { post: createItem },
    "/items/search": { post: findItems },
  },
};
