import { expect, test } from "vitest";
import { documentWith, ok, oneOperation, problemsOf } from "./support.ts";

// What is refused of a document is tested in packages/openapi; here, what types and names of the generated code add.

test("an operation id whose type is the runtime's", async () => {
  expect(await problemsOf(oneOperation({ operationId: "api" }))).toMatchObject([
    { where: "operationId", what: "the type ApiError is already used by the runtime" },
  ]);
});

test("what is no OpenAPI 3 is refused by the name of the file", async () => {
  const document = { ...oneOperation({}), openapi: "4.0.0" };
  await expect(problemsOf(document)).rejects.toThrow(/test-area\.yaml: .*4\.0\.0/);
});

test("ids whose types would have one name are refused; one that is used twice is made of method and path", async () => {
  const ids = ["things/list", "things-list", "things/list"];
  const paths = ids.map((operationId, index) => [`/${index}`, { get: { operationId, ...ok } }]);
  const problems = await problemsOf(documentWith(Object.fromEntries(paths)));
  expect(problems.map(({ operation, what }) => `${operation} ${what}`)).toEqual([
    "things-list the type ThingsListParams is already used by things/list",
  ]);
  // What the message proposes helps: the first stays.
  expect(await problemsOf(documentWith(Object.fromEntries(paths)), ["things-list"])).toEqual([]);
});
