import { expect, test } from "vitest";
import { documentWith, jsonBody, ok, oneOperation, problemsOf } from "./support.ts";

// What is refused of a document is tested in packages/openapi; here, what types and names of the generated code add.

test("an operation id whose type is the runtime's", async () => {
  expect(await problemsOf(oneOperation({ operationId: "api" }))).toMatchObject([
    { where: "operationId", what: "the type ApiError is already used by the runtime" },
  ]);
});

test("a refusal has its operation, its place and a fix", async () => {
  const parameters = [{ name: "p", in: "formData", schema: { type: "string" } }];
  expect(await problemsOf(oneOperation({ parameters }))).toEqual([
    {
      operation: "getThing",
      route: "GET /thing",
      where: 'formData parameter "p"',
      what: expect.any(String),
      fix: expect.stringMatching(/./),
    },
  ]);
});

test("what is no OpenAPI 3 is refused by the name of the file", async () => {
  const document = { ...oneOperation({}), openapi: "4.0.0" };
  await expect(problemsOf(document)).rejects.toThrow(/test-area\.yaml: .*4\.0\.0/);
});

test("ids that are used twice, or whose types would have one name, are refused", async () => {
  const ids = ["things/list", "things-list", "things/list"];
  const paths = ids.map((operationId, index) => [`/${index}`, { get: { operationId, ...ok } }]);
  const problems = await problemsOf(documentWith(Object.fromEntries(paths)));
  expect(problems.map(({ operation, what }) => `${operation} ${what}`)).toEqual([
    "things-list the type ThingsListParams is already used by things/list",
    'GET /2 "things/list" is used twice',
  ]);
  // What the message proposes helps: the first stays.
  expect(
    await problemsOf(documentWith(Object.fromEntries(paths)), ["things-list", "GET /2"]),
  ).toEqual([]);
});

test("a reference to an anchor is refused wherever it is", async () => {
  const anchored = { components: { schemas: { Thing: { $anchor: "thing", type: "string" } } } };
  const requestBody = jsonBody({ $ref: "#thing" });
  const paths = { "/thing": { post: { operationId: "postThing", ...ok, requestBody } } };
  const [atTop] = await problemsOf(documentWith(paths, anchored));
  expect(atTop).toMatchObject({
    operation: "postThing",
    what: "$ref #thing cannot be resolved",
  });
  const nested = { type: "object", properties: { a: { $ref: "#thing" } } };
  const responses = { 200: { content: { "application/json": { schema: nested } } } };
  const [within] = await problemsOf(oneOperation({ responses }, anchored));
  expect(within).toMatchObject({ where: "types", what: "$ref #thing cannot be resolved" });
});

test("a reference that leads nowhere is refused with its place", async () => {
  const requestBody = jsonBody({ $ref: "#/components/schemas/Thing" });
  const paths = { "/thing": { post: { operationId: "postThing", ...ok, requestBody } } };
  const missing = documentWith(paths);
  await expect(problemsOf(missing)).rejects.toThrow(
    "$ref at #/paths/~1thing/post/requestBody/content/application~1json/schema",
  );
});

test.for(["string |", "a; b", "{ a: "])("x-typescript-type %j is refused", async (text) => {
  const schema = { type: "string", "x-typescript-type": text };
  const content = { "application/json": { schema } };
  const [problem] = await problemsOf(oneOperation({ responses: { 200: { content } } }));
  expect(problem).toMatchObject({
    where: "types",
    what: `x-typescript-type: ${text} is not a valid TypeScript type`,
  });
});
