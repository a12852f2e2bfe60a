import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { addRoutes } from "../src/http/routes.ts";
import { readOperations } from "../src/http/spec.ts";
import { temporaryFolder } from "./support/support.ts";

const object = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
/** Serves `POST /things` with a handler that returns its parameters. */
async function serve(operation: object, pathItem: object = {}) {
  const document = {
    openapi: "3.1.0",
    paths: {
      "/things": {
        ...pathItem,
        post: {
          operationId: "make",
          responses: { 200: { description: "", content: { "application/json": {} } } },
          ...operation,
        },
      },
    },
    components: { schemas: { Fields: object } },
  };
  const folder = temporaryFolder();
  writeFileSync(join(folder, "things.json"), JSON.stringify(document));
  const app = Fastify();
  addRoutes(app, await readOperations(pathToFileURL(`${folder}/`)), {
    handlers: { make: (params: object) => params },
    cors: [],
    release: "1.0.0",
    gate: async () => {},
  });
  return async (body?: unknown, query = "") => {
    const sent = body === undefined ? {} : { payload: JSON.stringify(body) };
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await app.inject({ method: "POST", url: `/things${query}`, headers, ...sent });
    return answer.statusCode === 200 ? answer.json() : answer.statusCode;
  };
}

function body(schema: object, required = true): object {
  return { requestBody: { required, content: { "application/json": { schema } } } };
}

test.each<[string, object, unknown]>([
  ["an array", { type: "array", items: { type: "integer" } }, [1, 2]],
  ["any value", {}, "text"],
])("a body that is %s reaches the handler whole", async (_, schema, value) => {
  const call = await serve(body(schema));
  expect(await call(value)).toEqual({ body: value });
});

test("a body of fields reaches the handler as parameters", async () => {
  const call = await serve(body({ $ref: "#/components/schemas/Fields" }));
  expect(await call({ a: "x" })).toEqual({ a: "x" });
  expect(await call({})).toBe(400);
});

test("an optional body may be absent, and is validated if present", async () => {
  const call = await serve(body(object, false));
  expect(await call()).toEqual({});
  expect(await call({ a: "x" })).toEqual({ body: { a: "x" } });
  expect(await call({})).toBe(400);
});

test("numbers, booleans and arrays are parsed from the URL", async () => {
  const parameter = (name: string, schema: object) => ({ name, in: "query", schema });
  const parameters = [
    parameter("price", { type: "number" }),
    parameter("all", { type: "boolean" }),
    parameter("ids", { type: "array", items: { type: "integer" } }),
  ];
  const call = await serve({ parameters });
  const read = { price: 1.5, all: true, ids: [1, 2] };
  expect(await call(undefined, "?price=1.5&all=true&ids=1&ids=2")).toEqual(read);
  expect(await call(undefined, "?price=x")).toBe(400);
});
