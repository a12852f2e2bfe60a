import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMock } from "../src/index.ts";

const json = (schema: object, example: object) => ({
  description: "…",
  content: { "application/json": { schema, example } },
});
const cart = {
  openapi: "3.1.0",
  info: { title: "Cart", version: "1" },
  paths: {
    "/cart": {
      get: {
        operationId: "getCart",
        parameters: [
          { name: "sessionId", in: "cookie", required: true, schema: { pattern: "^[a-z é]{3}$" } },
          { name: "page", in: "cookie", schema: { type: "integer" } },
        ],
        responses: {
          200: json({ type: "object" }, { items: 0 }),
          400: json({ type: "object" }, { errors: [] }),
        },
      },
    },
  },
};

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ specs: [cart] });
});
afterAll(() => mock?.close());

async function get(headers: Record<string, string>) {
  const response = await fetch(`${mock.url}/cart`, { headers });
  const violations = JSON.parse(response.headers.get("sl-violations") ?? "[]");
  return { status: response.status, violations };
}

// Prism itself accepts any request here.
describe("cookie parameters", () => {
  it.each([
    [{}, "sessionId", "Request cookie sessionId is required"],
    [{ cookie: "sessionid2=abc" }, "sessionId", "Request cookie sessionId is required"],
    [{ cookie: "sessionId=ab" }, "sessionId", /^Request cookie sessionId must match pattern/],
    [{ cookie: "a=b; page=x; sessionId=abc" }, "page", "Request cookie page must be integer"],
  ])("are validated: %j is a 400", async (headers, name, message) => {
    const { status, violations } = await get(headers as Record<string, string>);
    expect(status).toBe(400);
    expect(violations).toHaveLength(1);
    expect(violations[0].location).toEqual(["request", "cookie", name]);
    expect(violations[0].message).toMatch(message);
  });

  it.each(["sessionId=abc", "other=1; sessionId=abc;page=5", "sessionId=a%20%C3%A9"])(
    "are accepted where they are valid: %s",
    async (cookie) => {
      expect(await get({ cookie })).toEqual({ status: 200, violations: [] });
    },
  );
});
