import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runContract } from "../src/index.ts";

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

test("what is wrong with a value that is not sent tests nothing", async () => {
  const union = { anyOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] };
  const report = await reportOf("unsent", {
    "/search": {
      get: {
        parameters: [
          inQuery("filter", { type: "object", additionalProperties: { type: "string" } }),
          inQuery("id", union),
        ],
        responses: done,
      },
    },
  });
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

test("two credentials are sent at once", async () => {
  const key = (place: string, name: string) => ({ type: "apiKey", in: place, name });
  const securitySchemes = { one: key("header", "x-api-key"), two: key("header", "x-app-key") };
  const report = await reportOf(
    "both",
    { "/both": { get: { security: [{ one: [], two: [] }], responses: done } } },
    { securitySchemes },
  );
  expect(report).toMatchObject({ verdict: "kept", omitted: [] });
});

test("of two credentials for one header, one is sent", async () => {
  const securitySchemes = {
    one: { type: "http", scheme: "basic" },
    two: { type: "http", scheme: "bearer" },
  };
  const security = [{ one: [], two: [] }];
  const report = await reportOf(
    "one-header",
    { "/posts": { get: { security, responses: done } } },
    { securitySchemes },
  );
  expect(report).toMatchObject({ verdict: "kept", omitted: [] });
});

test("a value that one template refuses and another takes tests neither", async () => {
  const at = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
  const uuid = { type: "string", format: "uuid" };
  const report = await reportOf("templates", {
    "/files/{id}": { get: { parameters: [at("id", uuid)], responses: done } },
    "/files/{name}": { get: { parameters: [at("name", { type: "string" })], responses: done } },
    "/files/{name}.json": {
      get: { parameters: [at("name", { type: "integer" })], responses: done },
    },
  });
  expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(report).toMatchObject({ verdict: "kept", omitted: [] });
});

test("two names of one path are one path", async () => {
  const named = (name: string) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  });
  const report = await reportOf("names", {
    "/groups/{id}.json": { put: { parameters: [named("id")], responses: done } },
    "/groups/{name}.json": { get: { parameters: [named("name")], responses: done } },
  });
  expect(report.verdict).toBe("kept");
});

test("a server that documents its failures by default keeps the contract", async () => {
  const problem = { description: "Failed.", ...json({ type: "object", required: ["message"] }) };
  const server = createServer(({ url = "" }, response) => {
    const isText = url.startsWith("/text");
    const status = isText ? 200 : 404;
    response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
    response.end(isText ? "hello" : '{"message":"There is no such pet."}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const file = join(folder, "pets.json");
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const text = { content: { "*/*": { schema: { type: "string" } } }, description: "A text." };
  const paths = {
    "/pets/{id}": { get: { parameters: [id], responses: { ...done, default: problem } } },
    "/text": { get: { responses: { 200: text } } },
  };
  const info = { title: "Pets", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.0.3", info, paths }));
  const { port } = server.address() as AddressInfo;
  const target = `http://127.0.0.1:${port}`;
  // It knows neither methods nor media types.
  const exclude = ["method"];
  const report = await runContract({ specs: [file], target, seed: 1, exclude });
  server.close();
  expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
});

test("the path of another operation is no invalid value", async () => {
  const number = { name: "number", in: "path", required: true, schema: { type: "integer" } };
  const report = await reportOf("siblings", {
    "/epochs/{number}": { get: { parameters: [number], responses: done } },
    "/epochs/latest": { get: { responses: done } },
  });
  expect(report.verdict).toBe("kept");
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
  const securitySchemes = { tls: { type: "mutualTLS" }, key: { type: "http", scheme: "bearer" } };
  const paths = {
    "/tls": { get: { security: [{ tls: [] }], responses: done } },
    "/both": { get: { security: [{ tls: [], key: [] }], responses: done } },
    "/either": { get: { security: [{ tls: [] }, { key: [] }], responses: done } },
  };
  const onMock = await reportOf("mutual", paths, { securitySchemes });
  expect(onMock).toMatchObject({ verdict: "kept", omitted: [] });
  const server = createServer((request, response) => {
    const isRefused = request.url !== "/either" || !request.headers.authorization;
    response.writeHead(isRefused ? 401 : 204, { "www-authenticate": "Bearer" }).end();
  }).listen(0);
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const specs = [join(folder, "mutual.json")];
  const report = await runContract({ specs, target, seed: 1, include: ["no token"] });
  server.close();
  const reason = "security: tls is no header, query parameter or cookie that the document defines";
  expect(report.omitted.filter((text) => text.includes("tls"))).toEqual([
    `getTls (${reason})`,
    `getBoth (${reason})`,
  ]);
  // Only a part was asked for; a failure would make it "broken".
  expect(report.verdict).toBe("partial");
});

test("a response that has no body returns no example, whatever content is documented", async () => {
  const content = { "application/json": { schema: { type: "object" }, example: { id: 1 } } };
  const described = { description: "Done.", content };
  const report = await reportOf("bodiless", {
    "/things": {
      get: { operationId: "clearThings", responses: { 204: described } },
      head: { operationId: "headThings", responses: { 200: described } },
      post: { operationId: "addThing", responses: { 200: described, 204: described } },
    },
  });
  expect(report).toMatchObject({ verdict: "kept", omitted: [] });
});

test("the laws of chains are of their operations, and not of others with their names", async () => {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const amount = {
    type: "object",
    required: ["amount"],
    properties: { amount: { type: "number" } },
  };
  const operation = (operationId: string) => ({
    get: { operationId, parameters, responses: { 200: { description: "", ...json(amount) } } },
  });
  const report = await reportOf("laws", {
    "/v1/{id}/transaction": operation("getTransaction"),
    "/v1/{id}/latest": operation("getLatestTransactions"),
    "/v1/{id}/block": operation("getBlock"),
  });
  expect(report).toMatchObject({ verdict: "kept", omitted: [] });
});
