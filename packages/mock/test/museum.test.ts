import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../src/index.ts";

const museum = fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url));

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ specs: [museum] });
});
afterAll(() => mock.close());

test.each(["/museum-hours", "/special-events/11111111-2222-4333-8444-555555555501"])(
  "a 401 of %s says which credentials are missing",
  async (path) => {
    const response = await fetch(mock.url + path);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Basic");
  },
);
