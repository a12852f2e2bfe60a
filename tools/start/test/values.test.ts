import { type Operation, readOperations } from "@chainkit/openapi";
import { expect, test } from "vitest";
import { callValues, clientOptions, inOrder } from "../src/values.ts";

const ID = { name: "id", in: "path", required: true, example: 7 };
const OBJECT = { type: "object", properties: { name: { type: "string" } } };

/** An operation as a document has it; by default `GET /{id}`, which needs no token. */
function operation(more: object = {}, path = "/{id}"): Operation {
  const node = { operationId: "getThing", parameters: [ID], responses: {}, ...more };
  const [read] = readOperations({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { [path]: { get: node } },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  });
  return read as Operation;
}

function body(schema: object, example: unknown): object {
  return { requestBody: { required: true, content: { "application/json": { schema, example } } } };
}

test("a body of fields lies flat beside the required parameters, any other under `body`", () => {
  const cursor = { name: "cursor", in: "query", required: false, example: "c2" };
  const flat = operation({ ...body(OBJECT, { name: "x" }), parameters: [ID, cursor] });
  expect(callValues(flat)).toEqual({ id: 7, name: "x" });
  const whole = operation(body({ type: "array" }, [1, 2]));
  expect(callValues(whole)).toEqual({ id: 7, body: [1, 2] });
});

test("what the client binds once is an option and no parameter", () => {
  const bound = { ...ID, name: "graph_ns", "x-client-option": "graphNs", example: "ns" };
  const one = operation({ parameters: [bound] }, "/{graph_ns}");
  expect(callValues(one)).toEqual({});
  expect(clientOptions([one], "http://x")).toEqual({ baseUrl: "http://x", graphNs: "ns" });
});

test("a token only where some operation cannot do without", () => {
  const options = (...security: object[]) =>
    clientOptions([operation(), operation({ security })], "http://x", "real");
  expect(options({ token: [] })).toEqual({ baseUrl: "http://x", token: "real" });
  expect(options({}, { token: [] })).toEqual({ baseUrl: "http://x" });
  expect(options()).toEqual({ baseUrl: "http://x" });
});

test("without an example the schema gives the value, or is named", () => {
  expect(callValues(operation(body(OBJECT, undefined)))).toEqual({ id: 7, name: "text" });
  const schema = { type: "string", minLength: 2, maxLength: 1 };
  const parameters = [{ ...ID, schema, example: undefined }];
  expect(() => callValues(operation({ parameters }))).toThrow(
    "Things, getThing: parameter id has no example, and none can be generated",
  );
});

test("values that a service gives take the place of the examples, in their order", () => {
  const operations = ["createTag", "deleteTag", "queryTag"].map((operationId) =>
    operation({ operationId }),
  );
  const source = { values: { queryTag: { tag: "x" }, createTag: {} } };
  const ids = inOrder(operations, source).map(({ id }) => id);
  expect(ids).toEqual(["queryTag", "createTag", "deleteTag"]);
  expect(inOrder(operations, undefined)).toEqual(operations);
  expect(callValues(operation({ operationId: "queryTag" }), source)).toEqual({ tag: "x" });
  expect(callValues(operation({ operationId: "deleteTag" }), source)).toEqual({ id: 7 });
});
