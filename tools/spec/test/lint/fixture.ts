import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";

/** Files of a spec folder by their path in it. */
export type Files = Record<string, unknown>;

const problem = (status: number) => ({
  description: "The request is refused.",
  "x-origin": "chainkit",
  headers: { "Retry-After": { $ref: "shared/headers.yaml#/RetryAfter" } },
  content: {
    "application/problem+json": {
      schema: { $ref: "shared/schemas.yaml#/Problem" },
      examples: { refused: { value: { status } } },
    },
  },
});

const list = {
  operationId: "listThings",
  summary: "List things",
  description: "Lists all things.",
  tags: ["Things"],
  "x-idempotent": true,
  "x-pagination": { cursorParameter: "cursor", cursorField: "cursor", itemsField: "things" },
  "x-volatile": { maxAgeSeconds: 0, parameters: { limit: 1, cursor: "c1" } },
  parameters: [
    {
      name: "limit",
      in: "query",
      description: "How many. Null, the same as leaving it out, means the default.",
      schema: { type: ["integer", "null"], minimum: 1, maximum: 100, default: 100 },
      example: 2,
      "x-absent-example": 3,
      "x-hex-case": "any",
    },
  ],
  responses: {
    200: {
      description: "A page.",
      content: {
        "application/json": {
          schema: { $ref: "shared/schemas.yaml#/Page" },
          examples: {
            firstPage: { value: { cursor: "c1", things: ["0xab"] } },
            lastPage: { value: { cursor: null, things: [] } },
          },
        },
      },
    },
    400: problem(400),
  },
};

const add = {
  operationId: "addThing",
  summary: "Add a thing",
  description: "Adds one thing.",
  tags: ["Things"],
  "x-idempotent": false,
  "x-undo": { operationId: "listThings" },
  requestBody: {
    description: "The thing.",
    content: {
      "application/json": { schema: { type: "string" }, examples: { thing: { value: "0xab" } } },
    },
  },
  responses: {
    201: {
      description: "Added.",
      content: {
        "application/json": { schema: { type: "object" }, examples: { added: { value: {} } } },
      },
    },
    204: { description: "It was there already." },
    400: problem(400),
  },
};

const shared = {
  "shared/schemas.yaml": {
    Hash: { type: "string", pattern: "^0x[a-f0-9]+$" },
    Page: {
      type: "object",
      required: ["things"],
      properties: {
        cursor: { type: ["string", "null"] },
        things: { type: "array", items: { $ref: "#/Hash" }, default: ["0xab"] },
        parent: { $ref: "#/Page" },
      },
    },
    Problem: {
      "x-origin": "chainkit",
      type: "object",
      properties: { status: { type: "integer", default: 400 } },
    },
    Seconds: { type: "integer", minimum: 0 },
  },
  "shared/headers.yaml": {
    RetryAfter: {
      "x-origin": "chainkit",
      description: "Seconds to wait.",
      schema: { $ref: "schemas.yaml#/Seconds" },
      example: 1,
    },
  },
  "samples/listThings.ts": "export {};\n",
  "samples/addThing.ts": "export {};\n",
  "samples/README.md": "Programs.\n",
};

export const cursor = {
  name: "cursor",
  in: "query",
  description: "Cursor from the previous page.",
  schema: { type: "string" },
  example: "c1",
};

/** Returns the files of a small, valid spec folder. */
export function validFiles(): Files {
  return structuredClone({
    "things.yaml": {
      openapi: "3.1.0",
      jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
      info: { title: "Things", version: "1.0.0", license: { name: "MIT", identifier: "MIT" } },
      servers: [{ url: "http://127.0.0.1:4010" }],
      security: [],
      tags: [{ name: "Things", description: "All things." }],
      paths: { "/things": { parameters: [cursor], get: list }, "/things/new": { post: add } },
    },
    ...shared,
  });
}

/** Writes files to a temporary folder, which is removed on disposal. */
export async function writeFolder(files: Files): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "spec-lint-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(path, name, ".."), { recursive: true });
    await writeFile(join(path, name), typeof content === "string" ? content : stringify(content));
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Sets the value at a JSON pointer, or deletes it if the value is undefined. */
export function setAt(root: unknown, pointer: string, value: unknown): void {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/"));
  const last = keys.pop() as string;
  const parent = keys.reduce((node, key) => (node as Record<string, unknown>)[key], root);
  if (typeof parent !== "object" || parent === null) {
    throw new Error(`nothing at ${pointer}`);
  }
  if (value === undefined) {
    delete (parent as Record<string, unknown>)[last];
  } else {
    (parent as Record<string, unknown>)[last] = value;
  }
}
