import { expect, test } from "vitest";
import { createClient, type OperationTable } from "../src/index.ts";

const operations: OperationTable = {
  getItem: {
    method: "GET",
    path: "/items/{id}",
    parameters: { id: { in: "path", required: true } },
  },
};
const urls: unknown[] = [];
const client = createClient<{ getItem(params: object): Promise<unknown> }>(
  operations,
  {
    baseUrl: "http://localhost",
    fetch: async (url: unknown) => {
      urls.push(url);
      return Response.json({});
    },
  } as never,
  [],
);

test("a client without parts encodes its path", async () => {
  await client.getItem({ id: "a/b c" });
  expect(urls).toEqual(["http://localhost/items/a%2Fb%20c"]);
});

test("a client without parts checks plain types", async () => {
  await expect(client.getItem({ id: 5 })).rejects.toThrow(
    "getItem: id must be of type string; received 5 (integer)",
  );
});
