import { expect, test, vi } from "vitest";
import { startMock } from "../src/index.ts";
import { type EditableSpec, library } from "./support.ts";

/** Starts a broken copy of the small API; if that goes well, the mock would have stayed silent. */
async function refusal(edit: (document: EditableSpec) => void): Promise<string> {
  try {
    const mock = await startMock({ specs: [library(edit)] });
    await mock.close();
    return "started";
  } catch (error) {
    return (error as Error).message;
  }
}

test("an unbroken copy starts", async () => {
  expect(await refusal(() => {})).toBe("started");
});

test.each([
  undefined,
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://spec.openapis.org/oas/3.1/dialect/2024-11-10",
  "http://json-schema.org/draft-07/schema#",
])("validates bodies as 2020-12 with the dialect %s", async (dialect) => {
  const document = library((each) => {
    each.jsonSchemaDialect = dialect;
  });
  const mock = await startMock({ specs: [document] });
  const headers = { "content-type": "application/json", authorization: "Bearer token" };
  // `unevaluatedProperties` is unknown to earlier drafts.
  for (const [body, status] of [
    [{ title: "Emma" }, 201],
    [{ title: "Emma", isbn: "1" }, 400],
  ] as const) {
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    expect((await fetch(`${mock.url}/books`, init)).status).toBe(status);
  }
  await mock.close();
});

/** Statuses of `POST /books` with these bodies, which the document describes by a schema. */
async function statusesOf(openapi: string, schema: object, bodies: readonly unknown[]) {
  const document = library((each) => {
    each.openapi = openapi;
    const requestBody = { content: { "application/json": { schema } } };
    Object.assign(each.paths["/books"]?.post ?? {}, { requestBody });
  });
  const mock = await startMock({ specs: [document] });
  const headers = { "content-type": "application/json", authorization: "Bearer token" };
  const statuses = bodies.map(async (each) => {
    const init = { method: "POST", headers, body: JSON.stringify(each) };
    return (await fetch(`${mock.url}/books`, init)).status;
  });
  return Promise.all(statuses).finally(() => mock.close());
}

test("serves OpenAPI 3.0 by its own rules", async () => {
  const title = { type: "integer", nullable: true, minimum: 1, exclusiveMinimum: true };
  const schema = { type: "object", properties: { title } };
  const bodies = [null, 2, 1].map((each) => ({ title: each }));
  expect(await statusesOf("3.0.3", schema, bodies)).toEqual([201, 201, 400]);
});

test("takes null where the schema names no type", async () => {
  expect(await statusesOf("3.1.0", {}, [null, 1])).toEqual([201, 201]);
  expect(await statusesOf("3.1.0", { type: "object" }, [null])).toEqual([400]);
});

test("refuses OpenAPI 2", async () => {
  const message = await refusal((document) => {
    document.openapi = "2.0";
  });
  expect(message).toBe("Library: expected an OpenAPI 3.0 or 3.1 document; received openapi: 2.0");
});

test("an unknown format restricts nothing, and what is beside it does", async () => {
  const schema = { type: "string", format: "isbn", maxLength: 4 };
  expect(await statusesOf("3.1.0", schema, ["Emma", "Emmas"])).toEqual([201, 400]);
});

test.each<[string, object, unknown, unknown]>([
  ["a pattern that is invalid with the flag u", { pattern: "^[\\w-.]+$" }, "a-b", "a b"],
  ["a boolean exclusiveMinimum", { minimum: 1, exclusiveMinimum: true }, 2, 1],
  ["an unknown type", { type: "strin", maxLength: 3 }, "abc", "abcd"],
  ["an unknown keyword", { maxLength: 3, maxLenght: 2, id: ["a"] }, "abc", "abcd"],
])("validates by a schema with %s", async (_name, title, taken, refused) => {
  const schema = { type: "object", properties: { title } };
  const bodies = [taken, refused].map((each) => ({ title: each }));
  expect(await statusesOf("3.1.0", schema, bodies)).toEqual([201, 400]);
});

test("allows extensions and OpenAPI's own keywords in schemas", async () => {
  const title = { type: "string", "x-typescript-type": "string", example: "Emma", format: "uuid" };
  const message = await refusal((document) => {
    document.components.schemas.Book = { type: "object", properties: { title } };
  });
  expect(message).toBe("started");
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

test("refuses two operations with one method and path", async () => {
  await expect(startMock({ specs: [library(), library()] })).rejects.toThrow(
    "listBooks and listBooks are both GET /books",
  );
});

test("names a file that cannot be read", async () => {
  await expect(startMock({ specs: ["nowhere.yaml"] })).rejects.toThrow(/^nowhere\.yaml: ENOENT/);
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
  const headers = { "X-Code": { schema: isbn } };
  const document = library((each) => {
    const { get } = each.paths["/books/{id}"] ?? {};
    Object.assign(get?.responses ?? {}, { 200: { description: "", content, headers } });
  });
  const mock = await startMock({ specs: [document] });
  const response = await fetch(`${mock.url}/books/1`);
  expect(await response.json()).toEqual({ isbn: expect.stringMatching(isbn.pattern), price: 0.5 });
  expect(response.headers.get("x-code")).toMatch(/^\d{3}-\d{10}$/);
  expect(response.headers.get("sl-violations")).toBeNull();
  const named = await fetch(`${mock.url}/books/1`, { headers: { prefer: "example=wrong" } });
  expect(await named.json()).toEqual({ isbn: 1 });
  await mock.close();
});
