import { mkdtemp, rm, writeFile } from "node:fs/promises";
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

test.each<[what: string, path: string, operation: object]>([
  [
    "a format that no validator knows",
    "/countries",
    { parameters: [inQuery("code", { type: "string", format: "iso-country" })], responses: done },
  ],
  [
    "no documented success, and a 405",
    "/pets",
    {
      requestBody: json({ type: "object", properties: { kind: { enum: ["cat", "dog"] } } }),
      responses: { 400: { description: "Invalid." }, 405: { description: "Refused." } },
    },
  ],
  ["no documented response", "/nothing", { responses: {} }],
  [
    "a range of statuses, and a 401 without security",
    "/ranges",
    { responses: { ...done, 401: { description: "Who?" }, "5XX": { description: "Broken." } } },
  ],
  [
    "a 204 with content",
    "/gone",
    { responses: { 204: { description: "Gone.", ...json({ type: "object" }) } } },
  ],
  [
    "a parameter twice in the path",
    "/copies/{id}/of/{id}",
    {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      responses: done,
    },
  ],
  [
    "lists of texts, and a format beside a bound",
    "/lists",
    {
      parameters: [
        inQuery("tags", { type: "array", items: { type: "string" } }),
        inQuery("size", { type: "integer", format: "int32", minimum: 1 }),
      ],
      responses: done,
    },
  ],
  [
    "members of a map, of any type, and that only responses have",
    "/maps",
    {
      requestBody: json({
        type: "object",
        properties: {
          counts: { type: "object", additionalProperties: { type: "integer" } },
          free: { type: "object", additionalProperties: true },
          either: { anyOf: [{ type: "string" }, { type: "integer" }] },
          id: { type: "integer", readOnly: true },
        },
      }),
      responses: done,
    },
  ],
  [
    "a parameter named Prefer",
    "/jobs",
    {
      parameters: [
        { name: "Prefer", in: "header", schema: { type: "string", enum: ["respond-async"] } },
      ],
      responses: { ...done, 202: { description: "Later." } },
    },
  ],
  [
    "an example whose name has a space",
    "/posts",
    {
      responses: {
        200: {
          description: "Found.",
          content: {
            "application/json": {
              schema: { type: "integer" },
              examples: { "none found": { value: 0 }, "one found": { value: 1 } },
            },
          },
        },
      },
    },
  ],
])("the mock keeps a contract with %s", async (what, path, operation) => {
  const method = "requestBody" in operation ? "post" : "get";
  const report = await reportOf(what.replaceAll(/\W/g, "-"), { [path]: { [method]: operation } });
  const failed = report.results.filter(({ outcome }) => outcome === "failed");
  expect(failed.map(({ name, failure }) => [name, failure?.findings])).toEqual([]);
  expect(report.coverage.missing).toEqual([]);
  expect(report).toMatchObject({ verdict: "kept", omitted: [] });
});

test("the path of another operation is no invalid value", async () => {
  const number = { name: "number", in: "path", required: true, schema: { type: "integer" } };
  const report = await reportOf("siblings", {
    "/epochs/{number}": { get: { parameters: [number], responses: done } },
    "/epochs/latest": { get: { responses: done } },
  });
  expect(report.verdict).toBe("kept");
});

test("operations whose requests cannot be made are left out, with the reason", async () => {
  const key = (place: string) => ({ type: "apiKey", in: place, name: "key" });
  const securitySchemes = { one: key("header"), two: key("query") };
  const named = { type: "object", properties: { name: { type: "string" } } };
  const report = await reportOf(
    "others",
    {
      "/both": { get: { security: [{ one: [], two: [] }], responses: done } },
      "/either": { post: { requestBody: json({ oneOf: [named, named] }), responses: done } },
      "/plain": { get: { responses: done } },
    },
    { securitySchemes },
  );
  expect(report.omitted).toEqual([
    "getBoth (security: no alternative is a single credential that can be sent)",
    "postEither (requestBody: the value made from its schema must match exactly one schema in oneOf; add an example)",
  ]);
  expect(report.verdict).toBe("kept");
});
