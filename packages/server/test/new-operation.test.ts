import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { errorResponses } from "../src/http/errors.ts";
import { createGate } from "../src/http/gate.ts";
import { type AnyHandler, addRoutes } from "../src/http/routes.ts";
import { readOperations } from "../src/http/spec.ts";
import { temporaryFolder } from "./support/support.ts";

const ok = { 200: { description: "ok", content: { "application/json": { schema: {} } } } };
const recursive = { $ref: "#/components/schemas/Tree" };
const header = { name: "x-mood", in: "header", schema: { type: "string" } };

/** Operations of every kind that the contract may get, and that the service cannot serve yet. */
const DOCUMENT = {
  paths: {
    "/moods/{id}": {
      get: { operationId: "getMood", responses: ok },
      head: { operationId: "headMood", responses: ok },
      delete: { operationId: "deleteMood", security: [{ bearer: [] }], responses: ok },
    },
    "/moods/{name}": { patch: { operationId: "patchMood", parameters: [header], responses: ok } },
    "/moods:count": { put: { operationId: "countMoods", responses: { 201: ok[200] } } },
    "/trees": {
      post: {
        operationId: "plant",
        "x-envelope": { codeField: "code", messageField: "msg" },
        requestBody: { required: true, content: { "application/json": { schema: recursive } } },
        responses: ok,
      },
    },
  },
  components: {
    schemas: { Tree: { properties: { left: recursive } } },
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
  },
};

async function serve(handlers: Readonly<Record<string, AnyHandler>>, document: object = DOCUMENT) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "moods.json"), JSON.stringify(document));
  const operations = await readOperations(pathToFileURL(`${folder}/`));
  const app = Fastify();
  const noLimit = { perSecond: 0, burst: 1 };
  const gate = createGate({
    authenticate: (token) =>
      token === "good" || token === "data"
        ? { id: "me", scope: token === "good" ? ("management" as const) : token }
        : undefined,
    anonymousLimit: noLimit,
    tokenLimit: noLimit,
  });
  errorResponses(operations).install(app);
  addRoutes(app, operations, { handlers, cors: "*", release: "1.0.0", gate });
  return app;
}

test("an operation of any kind without a handler is a 501, in the format of its area", async () => {
  const app = await serve({});
  for (const [method, url, id] of [
    ["GET", "/moods/1", "getMood"],
    ["PATCH", "/moods/1", "patchMood"],
    ["PUT", "/moods:count", "countMoods"],
  ] as const) {
    const answer = await app.inject({ method, url });
    expect(answer.statusCode, id).toBe(501);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.json()).toMatchObject({
      title: "Not implemented",
      detail: `${id} is not implemented yet.`,
    });
  }
  expect((await app.inject({ method: "HEAD", url: "/moods/1" })).statusCode).toBe(501);
  const envelope = await app.inject({ method: "POST", url: "/trees", body: "{" });
  expect(envelope.json()).toEqual({ code: 501, data: {}, msg: "plant is not implemented yet." });
});

test("reveals to authorized callers only whether a handler exists", async () => {
  const app = await serve({});
  const headers = { authorization: "Bearer good" };
  const answers = [{}, { headers }].map((more) =>
    app.inject({ method: "DELETE", url: "/moods/1", ...more }),
  );
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([401, 501]);
});

test("an operation that is protected in a way that the service does not know is not served at all", async () => {
  const paths = {
    "/moods": { get: { operationId: "read", responses: ok, security: [{ tls: [] }] } },
  };
  const components = { securitySchemes: { tls: { type: "mutualTLS" } } };
  await expect(serve({}, { paths, components })).rejects.toThrow(
    /^moods: read: tls is no .*; declare a bearer token$/,
  );
});

test.each([
  ["of its security scheme", { "x-scope": "data" }, [], [401, 501]],
  ["of the requirement", {}, ["data"], [401, 501]],
  ["management, if none is declared", {}, [], [501, 401]],
])("requires the scope %s", async (_, extension, scopes, expected) => {
  const token = { type: "http", scheme: "bearer", ...extension };
  const app = await serve(
    {},
    {
      ...{ openapi: "3.1.0", info: { title: "Moods", version: "1" } },
      paths: {
        "/moods": {
          delete: { operationId: "clear", responses: {}, security: [{ token: scopes }] },
        },
      },
      components: { securitySchemes: { token } },
    },
  );
  const statuses = ["good", "data"].map(async (name) => {
    const headers = { authorization: `Bearer ${name}` };
    return (await app.inject({ method: "DELETE", url: "/moods", headers })).statusCode;
  });
  expect(await Promise.all(statuses)).toEqual(expected);
});

test("a preflight lists the methods of all operations that share a path", async () => {
  const app = await serve({});
  const asked = await app.inject({ method: "OPTIONS", url: "/moods/1" });
  expect(asked.statusCode).toBe(204);
  expect(asked.headers["access-control-allow-methods"]).toBe("GET, HEAD, PATCH");
});

test.each([
  ["patchMood", /patchMood: parameter x-mood is in header, not path or query/],
  ["countMoods", /moods: countMoods has no response 200/],
  ["plant", /Tree is circular/],
])("rejects the handler of an operation that cannot be served: %s", async (id, text) => {
  await expect(serve({ [id]: () => ({}) })).rejects.toThrow(text);
});
