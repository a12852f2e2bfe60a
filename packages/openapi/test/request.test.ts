import { expect, test } from "vitest";
import { type RequestFault, readOperations, readRequest } from "../src/index.ts";

const integer = { type: "integer" };
const integers = { type: "array", items: integer };
const point = { type: "object", required: ["x"], properties: { x: integer, y: integer } };
const small = { ...integer, maximum: 2000 };
const choice = { oneOf: [small, { type: "string", minLength: 3 }] };
const range = { oneOf: [{ ...integer, minimum: 5 }, small] };
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

interface Sent {
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What is read of a request by an operation with these parameters and this body, and what is wrong with it. */
function read(operation: object, sent: Sent) {
  const { path = "/things/1", query = "", headers = {}, body = "" } = sent;
  const id = { name: "id", in: "path", required: true, schema: choice };
  const post = { operationId: "make", responses: {}, ...operation };
  const components = { schemas: { Point: point } };
  const paths = { "/things/{id}": { parameters: [id], post } };
  const document = { openapi: "3.1.0", paths, components };
  const [only] = readOperations(document);
  if (!only) {
    throw new Error("no operation");
  }
  const header = (name: string) => headers[name.toLowerCase()];
  const { params, faults } = readRequest(document, only, { path, query, header, body });
  return { params, faults: faults.map(shown) };
}

const shown = ({ place, name, reason }: RequestFault) => {
  const where = name === "" ? place : `${place} ${name}`;
  return `${where}: ${reason.replace(/^(is not valid JSON): .*/, "$1")}`;
};

const cookies = [
  { name: "sid", in: "cookie", required: true, schema: { pattern: "^[a-z é]{3}$" } },
  { name: "page", in: "cookie", schema: integer },
];
const lists = [
  { name: "X-Ids", in: "header", required: true, schema: integers },
  { name: "X-Fields", in: "header", schema: { type: "object" } },
];
const objects = [
  { name: "at", in: "query", required: true, schema: { $ref: "#/components/schemas/Point" } },
  { name: "filter", in: "query", content: { [JSON_TYPE]: { schema: point } } },
];
const scalars = ["string", "number", "boolean"].map((name) => {
  return { name, in: "query", schema: { ...integers, type: ["array", name] } };
});
const members = { type: "object", properties: { ids: integers, all: scalars[0]?.schema } };
const flag = { type: ["boolean", "null"] };
const deep = { in: "query", style: "deepObject" };
const free = [
  { name: "any", in: "query", schema: { type: "object", additionalProperties: integer } },
  { ...deep, name: "deep", schema: point },
  { name: "spaced", in: "query", style: "spaceDelimited", explode: false, schema: integers },
];
const nested = [
  { ...deep, name: "a", schema: integers },
  { ...deep, name: "b", schema: { type: ["array", "object"] } },
  { ...deep, name: "c", schema: { ...members, additionalProperties: flag } },
];
const choices = [
  { name: "ids", in: "query", schema: { type: "array", items: choice } },
  { name: "range", in: "query", schema: range },
  { name: "x-id", in: "header", schema: choice },
  { name: "all", in: "query", explode: false, schema: { ...integers, type: ["array", "integer"] } },
  { name: "tag", in: "query", schema: { anyOf: [integers, { type: "null" }] } },
];
const inPath = (style: string, explode: boolean, schema: object) => [
  { name: "id", in: "path", required: true, style, explode, schema },
];
const listed = [{ name: "size", in: "query", schema: { enum: ["small", "large"] } }];
const texts = [
  { name: "any", in: "query", required: true, schema: { type: "string" } },
  { name: "some", in: "query", required: true, schema: { type: "string", minLength: 1 } },
];

test.each<[parameters: object[], sent: Sent | string, params: object, faults: string[]]>([
  [[], { path: "/things/abc" }, { id: "abc" }, []],
  [[], { path: "/things/ab" }, { id: "ab" }, ["path id: must be integer"]],
  [inPath("simple", false, point), { path: "/things/x,1,y,2" }, { id: { x: 1, y: 2 } }, []],
  [inPath("simple", true, point), { path: "/things/x=1,y=2" }, { id: { x: 1, y: 2 } }, []],
  [inPath("label", false, integers), { path: "/things/.1,2" }, { id: [1, 2] }, []],
  [inPath("label", true, integers), { path: "/things/.1.2" }, { id: [1, 2] }, []],
  [inPath("matrix", false, integers), { path: "/things/;id=1,2" }, { id: [1, 2] }, []],
  [inPath("matrix", true, integers), { path: "/things/;id=1;id=2" }, { id: [1, 2] }, []],
  [inPath("matrix", true, point), { path: "/things/;x=1;y=2" }, { id: { x: 1, y: 2 } }, []],
  [inPath("label", false, integer), { path: "/things/.5" }, { id: 5 }, []],
  [inPath("label", false, choice), { path: "/things/.abc" }, { id: "abc" }, []],
  [inPath("matrix", true, integer), { path: "/things/;id=5" }, { id: 5 }, []],
  [inPath("matrix", true, integer), { path: "/things/5" }, { id: 5 }, []],
  [listed, "size=small", { size: "small" }, []],
  [listed, "size=a&size=b", { size: ["a", "b"] }, ["query size: must be one of small, large"]],
  [listed, "size=s", { size: "s" }, ["query size: must be one of small, large"]],
  [cookies, { headers: { cookie: "sid=abc" } }, { sid: "abc" }, []],
  [cookies, { headers: { cookie: "a=1; sid=abc;page=5; sid=no" } }, { sid: "abc", page: 5 }, []],
  [cookies, { headers: { cookie: "sid=a%20%C3%A9" } }, { sid: "a é" }, []],
  [cookies, {}, {}, ["cookie sid: is required"]],
  [cookies, { headers: { cookie: "sid2=abc" } }, {}, ["cookie sid: is required"]],
  [
    cookies,
    { headers: { cookie: "sid=ab" } },
    { sid: "ab" },
    ['cookie sid: must match pattern "^[a-z é]{3}$"'],
  ],
  [
    cookies,
    { headers: { cookie: "page=x; sid=abc" } },
    { sid: "abc", page: "x" },
    ["cookie page: must be integer"],
  ],
  [lists, { headers: { "x-ids": "1, 2" } }, { "X-Ids": [1, 2] }, []],
  [
    lists,
    { headers: { "x-ids": "1", "x-fields": "a,b" } },
    { "X-Ids": [1], "X-Fields": { a: "b" } },
    [],
  ],
  [
    lists,
    { headers: { "x-ids": "1,x" } },
    { "X-Ids": [1, "x"] },
    ["header X-Ids.1: must be integer"],
  ],
  [lists, {}, {}, ["header X-Ids: is required"]],
  [objects, "x=1&y=2&other=3", { at: { x: 1, y: 2 } }, []],
  [objects, "x=a", { at: { x: "a" } }, ["query at.x: must be integer"]],
  [objects, "y=1", { at: { y: 1 } }, ["query at.x: is required"]],
  [objects, "x=1&filter=%7B%22x%22:2%7D", { at: { x: 1 }, filter: { x: 2 } }, []],
  [objects, "x=1&filter={", { at: { x: 1 } }, ["query filter: is not valid JSON"]],
  [objects, "x=1&filter=5", { at: { x: 1 }, filter: 5 }, ["query filter: must be object"]],
  [free, "a=1&deep[x]=2", { any: { a: 1 }, deep: { x: 2 } }, []],
  [free, "a=1&a=2", { any: { a: ["1", "2"] } }, ["query any.a: must be integer"]],
  [
    free,
    "deep[x]=&deep[x]=&deep[x]=",
    { deep: { x: ["", "", ""] } },
    ["query deep.x: must be integer"],
  ],
  [nested, "a[0]=1&a[1]=2&b[x][y]=1&b[x][z]=2", { a: [1, 2], b: { x: { y: "1", z: "2" } } }, []],
  [
    nested,
    "c[x]=true&c[y]=&c[ids]=1&c[all]=a",
    { c: { x: true, y: null, ids: [1], all: "a" } },
    [],
  ],
  [nested, "c[x]=no", { c: { x: "no" } }, ["query c.x: must be boolean,null"]],
  [free, "spaced=1%202+3", { spaced: [1, 2, 3] }, []],
  [choices, "ids=1234&ids=2001&ids=abc&all=3", { ids: [1234, "2001", "abc"], all: 3 }, []],
  [scalars, "string=a&number=1.5&boolean=true", { string: "a", number: 1.5, boolean: true }, []],
  [choices, "tag=5&all=3,4", { tag: [5], all: [3, 4] }, []],
  [choices, { query: "range=4", headers: { "x-id": "1234" } }, { range: 4, "x-id": 1234 }, []],
  [choices, "range=5", { range: 5 }, ["query range: must match exactly one schema in oneOf"]],
  [texts, "any=&some=a", { any: "", some: "a" }, []],
  [texts, "some=a", { some: "a" }, ["query any: is required"]],
  [
    texts,
    "any=a&some=",
    { any: "a", some: "" },
    ["query some: must NOT have fewer than 1 characters"],
  ],
])("reads parameters %#: of %j", (parameters, sent, params, faults) => {
  const request = typeof sent === "string" ? { query: sent } : sent;
  expect(read({ parameters }, request)).toEqual({ params: { id: 1, ...params }, faults });
});

const properties = {
  ids: integers,
  price: { type: "number", multipleOf: 0.01 },
  constructor: { type: ["string", "array"], items: integer },
  at: { type: "object" },
  note: { type: "string" },
  shape: point,
  points: { type: "array", items: point },
  tags: { type: "array", items: { type: "string" } },
  level: { ...integer, readOnly: true },
  file: { type: "string", format: "binary" },
};
const schema = { type: "object", properties, required: ["level"], additionalProperties: false };
const encoding = {
  at: { style: "deepObject", explode: true },
  ids: { explode: false },
  tags: { style: "spaceDelimited" },
  level: { contentType: JSON_TYPE },
};
const content = {
  [JSON_TYPE]: { schema },
  [FORM]: { schema, encoding },
  "multipart/form-data": { schema, encoding: { tags: { style: "pipeDelimited" } } },
};
const MULTIPART = "multipart/form-data; boundary=b";
const parts = (...all: readonly string[]) =>
  [...all.map((part) => `--b\r\ncontent-disposition: form-data; ${part}\r\n`), "--b--\r\n"].join(
    "",
  );

test.each<[type: string, body: string, params: object, faults: string[]]>([
  [JSON_TYPE, '{"price":19.99}', { price: 19.99 }, []],
  ["Application/JSON ; charset=utf-8", "{", {}, ["body: is not valid JSON"]],
  [JSON_TYPE, "", {}, ["body: is required"]],
  [
    JSON_TYPE,
    '{"a/b":1,"price":19.999}',
    { "a/b": 1, price: 19.999 },
    ["body a/b: is not a parameter", "body price: must be multiple of 0.01"],
  ],
  [FORM, "ids=1,2&at%5Bx%5D%5By%5D=1", { ids: [1, 2], at: { x: { y: "1" } } }, []],
  [FORM, "ids=a", { ids: ["a"] }, ["body ids.0: must be integer"]],
  [FORM, "note=a+b%26c", { note: "a b&c" }, []],
  [FORM, "note=a&note=b", { note: ["a", "b"] }, ["body note: must be string"]],
  [FORM, "tags=a%20b", { tags: ["a", "b"] }, []],
  [FORM, "level=5&constructor=1&constructor=2", { level: 5, constructor: [1, 2] }, []],
  [FORM, "level={", { level: "{" }, ["body level: must be integer"]],
  [
    FORM,
    'shape={"x":1}&points={"x":2}&points={"x":3}',
    { shape: { x: 1 }, points: [{ x: 2 }, { x: 3 }] },
    [],
  ],
  ["multipart/form-data", "a", {}, ["body: has no boundary in its content-type"]],
  [
    'multipart/form-data; boundary="b"',
    parts(
      'name="note"\r\n\r\nÃ©\r\n\r\nb',
      'name="file"; filename="a"\r\n\r\nÃ©',
      'name="constructor"; filename="a"\r\ncontent-type: application/json\r\n\r\n"a"',
      'name="tags"\r\n\r\na|b',
    ),
    { note: "é\r\n\r\nb", constructor: '"a"', file: "Ã©", tags: ["a", "b"] },
    [],
  ],
  [
    MULTIPART,
    parts('name="ids"\r\n\r\n1', 'name="note"\r\ncontent-type: application/json\r\n\r\n"a"'),
    { ids: [1], note: "a" },
    [],
  ],
  [
    MULTIPART,
    parts('name="ids"\r\n\r\n1', 'name="ids"\r\n\r\na'),
    { ids: [1, "a"] },
    ["body ids.1: must be integer"],
  ],
  [
    "text/plain",
    "a",
    {},
    [`body content-type: must be ${Object.keys(content).join(" or ")}; received text/plain`],
  ],
])("reads a body %#: of %s", (type, body, params, faults) => {
  const requestBody = { required: true, content };
  const found = read({ requestBody }, { headers: { "content-type": type }, body });
  expect(found.faults).toEqual(faults);
  expect(found.params).toEqual({ id: 1, ...params });
});

test.each([
  ["text/csv", { type: "string" }, undefined],
  ["application/octet-stream", { type: "string", format: "binary" }, undefined],
  ["application/xml", { type: "object" }, undefined],
  ["text/csv", { type: "string", minLength: 1 }, "must NOT have fewer than 1 characters"],
  ["application/json", {}, "is required"],
  ["", { type: "string" }, "is required"],
])("an empty body of %j and %j is wrong for %j", (type, schema, reason) => {
  const requestBody = { required: true, content: { [type || "text/csv"]: { schema } } };
  const { faults } = read({ requestBody }, { headers: { "content-type": type } });
  expect(faults).toEqual(reason ? [`body: ${reason}`] : []);
});
