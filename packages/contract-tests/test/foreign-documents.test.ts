import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runContract } from "../src/index.ts";
import { serve } from "./serve.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the suite against the mock of a document with these paths. */
async function reportOf(name: string, paths: object, components: object = {}) {
  const file = join(folder, `${name}.json`);
  const info = { title: name, version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.0.3", info, paths, components }));
  return runContract({ specs: [file], seed: 1 });
}

/** A JSON body of a schema. */
const json = (schema: object) => ({ content: { "application/json": { schema } } });

const done = { 204: { description: "Done." } };
const inQuery = (name: string, schema: object) => ({ name, in: "query", schema });

const inPath = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
const text = { type: "string" };
const integer = { type: "integer" };
const key = (name: string) => ({ type: "apiKey", in: "header", name });
const http = (scheme: string) => ({ type: "http", scheme });
const both = [{ one: [], two: [] }];

/** A response with content, which has no body for another reason than its document. */
const described = {
  description: "Done.",
  content: { "application/json": { schema: { type: "object" }, example: { id: 1 } } },
};

const amount = { type: "object", required: ["amount"], properties: { amount: { type: "number" } } };

/** An operation with the id of one of a chain. */
const named = (operationId: string) => ({
  get: {
    operationId,
    parameters: [inPath("id", text)],
    responses: { 200: { description: "", ...json(amount) } },
  },
});

/** An operation with a parameter in its path. */
const at = (name: string, schema: object) => ({
  parameters: [inPath(name, schema)],
  responses: done,
});

test.each<[what: string, paths: object, securitySchemes?: object]>([
  [
    "what is wrong with a value that is not sent tests nothing",
    {
      "/search": {
        get: {
          parameters: [
            inQuery("filter", { type: "object", additionalProperties: text }),
            inQuery("id", { anyOf: [integer, { type: "array", items: integer }] }),
          ],
          responses: done,
        },
      },
    },
  ],
  [
    "two credentials are sent at once",
    { "/both": { get: { security: both, responses: done } } },
    { one: key("x-api-key"), two: key("x-app-key") },
  ],
  [
    "of two credentials for one header, one is sent",
    { "/posts": { get: { security: both, responses: done } } },
    { one: http("basic"), two: http("bearer") },
  ],
  [
    "a value that one template refuses and another takes tests neither",
    {
      "/files/{id}": { get: at("id", { ...text, format: "uuid" }) },
      "/files/{name}": { get: at("name", text) },
      "/files/{name}.json": { get: at("name", integer) },
    },
  ],
  [
    "two names of one path are one path",
    {
      "/groups/{id}.json": { put: at("id", text) },
      "/groups/{name}.json": { get: at("name", text) },
    },
  ],
  [
    "the path of another operation is no invalid value",
    {
      "/epochs/{number}": { get: at("number", integer) },
      "/epochs/latest": { get: { responses: done } },
    },
  ],
  [
    "a response that has no body returns no example, whatever content is documented",
    {
      "/things": {
        get: { operationId: "clearThings", responses: { 204: described } },
        head: { operationId: "headThings", responses: { 200: described } },
        post: { operationId: "addThing", responses: { 200: described, 204: described } },
        put: { operationId: "openThings", responses: { 101: described } },
      },
    },
  ],
  [
    "the laws of chains are of their operations, and not of others with their names",
    {
      "/v1/{id}/transaction": named("getTransaction"),
      "/v1/{id}/latest": named("getLatestTransactions"),
      "/v1/{id}/block": named("getBlock"),
    },
  ],
])("%s", async (what, paths, securitySchemes = {}) => {
  const report = await reportOf(what, paths, { securitySchemes });
  expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(report).toMatchObject({ verdict: "kept", omitted: [] });
});

test("examples that break their schemas are left out, with the place", async () => {
  const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  const content = { "application/json": { schema, example: { id: "one" } } };
  const report = await reportOf("examples", {
    "/things": {
      post: {
        operationId: "addThing",
        parameters: [{ ...inQuery("size", { type: "integer" }), example: "large" }],
        requestBody: { required: true, content },
        responses: { 200: { description: "Added.", content } },
      },
    },
  });
  expect(report.omitted).toEqual([
    "addThing (an example of query parameter size breaks its schema)",
    "addThing (an example of request body breaks its schema)",
    "addThing (an example of response 200 breaks its schema)",
  ]);
  expect(report.verdict).toBe("kept");
});

test("an operation that needs something broken is left out, with the place", async () => {
  const broken = json({ $ref: "#/components/schemas/Gone" });
  const report = await reportOf("broken", {
    "/whole": { get: { operationId: "getWhole", responses: done } },
    "/broken": {
      get: { operationId: "getBroken", responses: { 200: { description: "Found.", ...broken } } },
    },
  });
  expect(report.omitted).toEqual([expect.stringContaining("getBroken (#/paths/~1broken/get")]);
  expect(report.verdict).toBe("kept");
});

test("a server that documents its failures by default keeps the contract", async () => {
  const problem = { description: "Failed.", ...json({ type: "object", required: ["message"] }) };
  const target = await serve(({ url = "" }, response) => {
    const isText = url.startsWith("/text");
    const status = isText ? 200 : 404;
    response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
    response.end(isText ? "hello" : '{"message":"There is no such pet."}');
  });
  const file = join(folder, "pets.json");
  const ofAny = { content: { "*/*": { schema: text } }, description: "A text." };
  const paths = {
    "/pets/{id}": {
      get: { parameters: [inPath("id", text)], responses: { ...done, default: problem } },
    },
    "/text": { get: { responses: { 200: ofAny } } },
  };
  const info = { title: "Pets", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.0.3", info, paths }));
  // It knows neither methods nor media types.
  const exclude = ["method"];
  const report = await runContract({ specs: [file], target, seed: 1, exclude });
  expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
});

test("operations whose requests or successes cannot be made are left out, with the reason", async () => {
  const named = { type: "object", properties: { name: { type: "string" } } };
  const closed = { allOf: [{ ...named, additionalProperties: false }, { required: ["id"] }] };
  const report = await reportOf("others", {
    "/either": { post: { requestBody: json({ oneOf: [named, named] }), responses: done } },
    "/plain": { get: { responses: done } },
    "/closed": { get: { responses: { 200: { description: "", ...json(closed) } } } },
  });
  expect(report.omitted).toEqual([
    "postEither (request body has no example, and none can be generated: must match exactly one schema in oneOf. Add an `example`.)",
    "getClosed (response 200.id has no example, and none can be generated: its schema allows no value. Add an `example`.)",
  ]);
  expect(report.verdict).toBe("kept");
});

test("an operation that requires what no request carries is tried on a mock only", async () => {
  const securitySchemes = { tls: { type: "mutualTLS" }, key: http("bearer") };
  const paths = {
    "/tls": { get: { security: [{ tls: [] }], responses: done } },
    "/both": { get: { security: [{ tls: [], key: [] }], responses: done } },
    "/either": { get: { security: [{ tls: [] }, { key: [] }], responses: done } },
  };
  const onMock = await reportOf("mutual", paths, { securitySchemes });
  expect(onMock).toMatchObject({ verdict: "kept", omitted: [] });
  const target = await serve((request, response) => {
    const isRefused = request.url !== "/either" || !request.headers.authorization;
    response.writeHead(isRefused ? 401 : 204, { "www-authenticate": "Bearer" }).end();
  });
  const specs = [join(folder, "mutual.json")];
  const report = await runContract({ specs, target, seed: 1, include: ["no token"] });
  const reason = "security: tls is no header, query parameter or cookie that the document defines";
  expect(report.omitted.filter((text) => text.includes("tls"))).toEqual([
    `getTls (${reason})`,
    `getBoth (${reason})`,
  ]);
  // Only a part was asked for; a failure would make it "broken".
  expect(report.verdict).toBe("partial");
});
