import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../src/index.ts";

const museum = fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url));

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ specs: [museum] });
});
afterAll(() => mock.close());

const authorization = `Basic ${btoa("user:password")}`;

function buy(body: object) {
  return fetch(`${mock.url}/tickets`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("the example of a body selects the response of the same name", async () => {
  const event = {
    ticketType: "event",
    eventId: "11111111-2222-4333-8444-555555555501",
    ticketDate: "2030-02-05",
    email: "buyer@museum.example",
  };
  expect(await (await buy(event)).json()).toMatchObject({ ticketType: "event" });
  const other = { ...event, ticketDate: "2030-02-06" };
  expect(await (await buy(other)).json()).toMatchObject({ ticketType: "general" });
});

test.each(["/museum-hours", "/special-events/11111111-2222-4333-8444-555555555501"])(
  "a 401 of %s says which credentials are missing",
  async (path) => {
    const response = await fetch(mock.url + path);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Basic");
  },
);
