import { expect, test, vi } from "vitest";
import { prefer, startMock } from "../src/index.ts";
import { library } from "./support.ts";

// How requests are read and validated is tested in packages/openapi.
test.each<[openapi: string, schema: object, right: unknown, wrong: unknown]>([
  ["3.0.3", { type: "integer", minimum: 1, exclusiveMinimum: true }, 2, 1],
  ["3.1.0", { type: "string", pattern: "^[\\w-.]+$" }, "a-b", "a b"],
  ["3.1.0", { type: "object", unevaluatedProperties: false }, {}, { isbn: 1 }],
  ["3.1.0", { type: "strin", format: "isbn", maxLength: 3 }, "abc", "abcd"],
])(
  "OpenAPI %s, %j: examples are held against 2020-12, whatever dialect is named",
  async (openapi, schema, right, wrong) => {
    const examples = { right: { value: right }, wrong: { value: wrong } };
    const document = library((each) => {
      Object.assign(each, {
        openapi,
        jsonSchemaDialect: "http://json-schema.org/draft-07/schema#",
      });
      const content = { "application/json": { schema, examples } };
      Object.assign(each.paths["/books"]?.get?.responses ?? {}, {
        200: { description: "", content },
      });
    });
    const mock = await startMock({ specs: [document] });
    const isReported = async (example: string) => {
      const { headers } = await fetch(`${mock.url}/books`, { headers: prefer({ example }) });
      return headers.get("sl-violations")?.includes('"response"') ?? false;
    };
    expect([await isReported("right"), await isReported("wrong")]).toEqual([false, true]);
    await mock.close();
  },
);

test("takes null as a body where the schema names no type", async () => {
  const statusOf = async (schema: object) => {
    const requestBody = { content: { "application/json": { schema } } };
    const document = library((each) => {
      Object.assign(each.paths["/books"]?.post ?? {}, { requestBody });
    });
    const mock = await startMock({ specs: [document] });
    const headers = { "content-type": "application/json", authorization: "Bearer token" };
    const sent = fetch(`${mock.url}/books`, { method: "POST", headers, body: "null" });
    return (await sent.finally(mock.close)).status;
  };
  expect([await statusOf({}), await statusOf({ type: "object" })]).toEqual([201, 400]);
});

test("an operation that needs something broken is not served, which is said, and the others are", async () => {
  const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
  const content = { "application/json": { schema: { $ref: "./book.yaml" } } };
  const document = library((each) => {
    each["x-policies"] = { $ref: "../policies.yaml" };
    Object.assign(each.paths["/books/{id}"]?.get?.responses ?? {}, {
      200: { description: "", content },
    });
  });
  const mock = await startMock({ specs: [document] });
  expect(String(complaint.mock.calls)).toMatch(
    /^Library: GET \/books\/\{id\} is not served: #\/paths\/.*: external \$ref \.\/book\.yaml\. Fix: bundle/,
  );
  complaint.mockRestore();
  expect((await fetch(`${mock.url}/books/1`)).status).not.toBe(200);
  expect((await fetch(`${mock.url}/books`)).status).toBe(200);
  await mock.close();
});

test.each([
  [
    { ...library(), openapi: "2.0" },
    /^Library: expected an OpenAPI 3.0 or 3.1 document; received openapi: 2.0/,
  ],
  ["nowhere.yaml", /^nowhere\.yaml: ENOENT/],
])("refuses what is no document: %s", async (spec, reason) => {
  await expect(startMock({ specs: [spec] })).rejects.toThrow(reason);
});

test("leaves the document it is given as it was", async () => {
  const document = library();
  await (await startMock({ specs: [document] })).close();
  expect(document).toEqual(library());
});

test("a response without an example that keeps to the schema has a value made of it", async () => {
  const price = { type: "number", multipleOf: 0.01, minimum: 0.5 };
  const secret = { type: "string", writeOnly: true };
  const isbn = { type: "string", pattern: "^\\d{3}-\\d{10}$" };
  const schema = {
    type: "object",
    required: ["isbn", "secret"],
    properties: { isbn, price, secret },
  };
  const content = { "application/json": { schema, examples: { wrong: { value: { isbn: 1 } } } } };
  const headers = { "X-Code": { schema: isbn }, "X-None": { schema: { type: "null" } } };
  const document = library((each) => {
    const { get } = each.paths["/books/{id}"] ?? {};
    Object.assign(get?.responses ?? {}, { 200: { description: "", content, headers } });
  });
  const mock = await startMock({ specs: [document] });
  const response = await fetch(`${mock.url}/books/1`);
  expect(await response.json()).toEqual({ isbn: expect.stringMatching(isbn.pattern), price: 0.5 });
  expect(response.headers.get("x-code")).toMatch(/^\d{3}-\d{10}$/);
  expect(response.headers.get("x-none")).toBeNull();
  expect(response.headers.get("sl-violations")).toBeNull();
  const named = await fetch(`${mock.url}/books/1`, { headers: { prefer: "example=wrong" } });
  expect(await named.json()).toEqual({ isbn: 1 });
  await mock.close();
});
