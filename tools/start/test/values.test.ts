import type { SpecOperation } from "@chainkit/spec";
import { expect, test } from "vitest";
import { callValues, clientOptions, inOrder } from "../src/values.ts";

const ID = { name: "id", in: "path", required: true, example: 7, examples: {} };

function operation(more: Partial<SpecOperation> = {}): SpecOperation {
  return {
    id: "getThing",
    method: "GET",
    path: "/{id}",
    parameters: [ID],
    auth: "none",
    responses: [],
    ...more,
  };
}

test("required parameters only, so that a listing begins with its first page", () => {
  const cursor = { name: "cursor", in: "query", required: false, example: "c2", examples: {} };
  expect(callValues(operation({ parameters: [ID, cursor] }))).toEqual({ id: 7 });
});

test("a body of fields lies flat beside the parameters, any other under `body`", () => {
  const flat = operation({ body: { example: { name: "x" }, hasFields: true } });
  expect(callValues(flat)).toEqual({ id: 7, name: "x" });
  const whole = operation({ body: { example: [1, 2], hasFields: false } });
  expect(callValues(whole)).toEqual({ id: 7, body: [1, 2] });
});

test("what the client binds once is an option and no parameter", () => {
  const bound = { ...ID, name: "graph_ns", clientOption: "graphNs", example: "ns" };
  const one = operation({ parameters: [bound] });
  expect(callValues(one)).toEqual({});
  expect(clientOptions([one], "http://x")).toEqual({ baseUrl: "http://x", graphNs: "ns" });
});

test("a token only where some operation cannot do without", () => {
  const options = (auth: SpecOperation["auth"]) =>
    clientOptions([operation(), operation({ auth })], "http://x");
  expect(options("required")).toHaveProperty("token");
  expect(options("optional")).not.toHaveProperty("token");
  expect(options("none")).not.toHaveProperty("token");
});

test("a missing example is named", () => {
  const parameters = [{ ...ID, example: undefined }];
  expect(() => callValues(operation({ parameters }))).toThrow(
    "the spec of getThing shows no example of parameter id",
  );
  const body = { example: undefined, hasFields: true };
  expect(() => callValues(operation({ body }))).toThrow(
    "the spec of getThing shows no example of the request body",
  );
});

test("values that a service gives take the place of the examples, in their order", () => {
  const operations = ["createTag", "deleteTag", "queryTag"].map((id) => operation({ id }));
  const source = { values: { queryTag: { tag: "x" }, createTag: {} } };
  expect(inOrder(operations, source).map(({ id }) => id)).toEqual([
    "queryTag",
    "createTag",
    "deleteTag",
  ]);
  expect(inOrder(operations, undefined)).toEqual(operations);
  expect(callValues(operation({ id: "queryTag" }), source)).toEqual({ tag: "x" });
  expect(callValues(operation({ id: "deleteTag" }), source)).toEqual({ id: 7 });
});

test("the token of the service is the client's", () => {
  const required = operation({ auth: "required" });
  expect(clientOptions([required], "http://x", "real")).toMatchObject({ token: "real" });
});
