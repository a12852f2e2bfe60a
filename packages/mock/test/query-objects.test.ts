import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMock } from "../src/index.ts";

const integer = { type: "integer" };
const point = { type: "object", required: ["x"], properties: { x: integer, y: integer } };
const ok = { 200: { description: "…", content: { "application/json": { example: {} } } } };
const bad = { 400: { description: "…", content: { "application/problem+json": { example: {} } } } };

const places = {
  openapi: "3.1.0",
  info: { title: "Places", version: "1" },
  components: { schemas: { Point: point } },
  paths: {
    "/places": {
      get: {
        operationId: "getPlaces",
        parameters: [
          {
            name: "at",
            in: "query",
            required: true,
            schema: { $ref: "#/components/schemas/Point" },
          },
          {
            name: "filter",
            in: "query",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Point" } } },
          },
        ],
        responses: { ...ok, ...bad },
      },
    },
    "/events": {
      get: {
        operationId: "getEvents",
        responses: {
          200: { description: "…", content: { "text/event-stream": { example: { x: 1 } } } },
          201: { description: "…", content: { "text/event-stream": { example: "a\nb" } } },
          202: {
            description: "…",
            content: { "text/event-stream": { example: "data: 1\n\n: 2\n\n" } },
          },
        },
      },
    },
  },
};

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ specs: [places] });
});
afterAll(() => mock?.close());

async function get(query: string) {
  const response = await fetch(`${mock.url}/places?${query}`);
  const violations = JSON.parse(response.headers.get("sl-violations") ?? "[]");
  return { status: response.status, message: violations[0]?.message };
}

// Prism itself accepts any of them.
describe("objects and JSON in the query", () => {
  it.each([
    ["x=a", /^Request query parameter \w+\.x must be integer/],
    ["y=1", /^Request query parameter \w+\.x is required/],
    ["x=1&filter={", "Request query parameter filter is not valid JSON"],
    ["x=1&filter=5", "Request query parameter filter must be object"],
    ["x=1&filter=%7B%22x%22:%22a%22%7D", "Request query parameter filter.x must be integer"],
  ])("are validated: %s is a 400", async (query, message) => {
    expect(await get(query)).toEqual({ status: 400, message: expect.stringMatching(message) });
  });

  it.each(["x=1", "x=1&y=2&other=3", "x=1&filter=%7B%22x%22:1%7D"])(
    "are accepted where they are valid: %s",
    async (query) => {
      expect(await get(query)).toEqual({ status: 200, message: undefined });
    },
  );
});

it.each([
  [200, 'data: {"x":1}\n\n'],
  [201, "data: a\ndata: b\n\n"],
  [202, "data: 1\n\n: 2\n\n"],
])("a stream of status %s has its example as event, or as it is", async (status, text) => {
  const response = await fetch(`${mock.url}/events`, { headers: { prefer: `code=${status}` } });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await response.text()).toBe(text);
});
