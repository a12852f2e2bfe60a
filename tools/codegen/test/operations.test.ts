import { describe, expect, test } from "vitest";
import { documentWith, generate, oneOperation, typeErrors } from "./support.ts";

const text = { type: "string" };

describe("pagination and envelope", () => {
  const page = {
    allOf: [
      { type: "object", properties: { next: text } },
      {
        properties: { items: { type: ["array", "null"], items: text }, code: { type: "integer" } },
      },
    ],
  };
  const responses = { 200: { description: "", content: { "application/json": { schema: page } } } };

  test("a cursor in the body takes its part of the runtime, one in the query does not", async () => {
    const pagination = { cursorParameter: "c", cursorField: "next", itemsField: "items" };
    const schema = { type: "object", properties: { c: text } };
    const post = {
      operationId: "list",
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses,
      "x-pagination": pagination,
      "x-idempotent": true,
    };
    const inBody = await generate(documentWith({ "/things": { post } }));
    expect(inBody.files.get("operations.ts")).toMatch(/parts: .*bodies, listings/);
    const parameters = [{ name: "c", in: "query", schema: text }];
    const inQuery = await generate(
      oneOperation({ responses, parameters, "x-pagination": pagination }),
    );
    expect(inQuery.files.get("operations.ts")).not.toContain("bodyCursors");
  });
});

const partsOf: [what: string, operation: object, parts: string][] = [
  [
    "plain parameters",
    { parameters: [{ name: "a", in: "query", schema: { type: "integer" } }] },
    "queries",
  ],
  [
    "an array of several types",
    {
      parameters: [
        {
          name: "a",
          in: "query",
          schema: { type: "array", items: { type: ["string", "integer"] } },
        },
      ],
    },
    "queries, types",
  ],
  [
    "a limit",
    {
      parameters: [
        { name: "a", in: "query", schema: { minLength: 1, type: "string", pattern: "a" } },
      ],
    },
    "queries, schemas",
  ],
  ["a success without content", { responses: { 204: { description: "" } } }, "results"],
];

test.for(partsOf)("a client ships what its operations need: %s", async ([, get, parts]) => {
  const text = (await generate(oneOperation(get))).files.get("operations.ts");
  expect(text).toContain(
    `export const parts: readonly Parts[] = [{ area: "test-area" }, ${parts}];`,
  );
});

test("an operation keeps the names of its types, though the runtime has them as well", async () => {
  const { files } = await generate(oneOperation({ operationId: "http" }));
  const consumer = `
    import type { DecodeError, HttpError, HttpResponse } from "./operations.ts";
    export const kinds: HttpError["kind"][] = ["network", "http"];
    export const kind: DecodeError["kind"] = "decode";
    export const { id }: HttpResponse = { id: "a" };
  `;
  expect(await typeErrors(new Map([...files, ["consumer.ts", consumer]]))).toBe("");
});
