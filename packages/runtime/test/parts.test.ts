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
const respond = async (url: unknown) => {
  urls.push(url);
  return Response.json({});
};
const client = createClient<{ getItem(params: object): Promise<unknown> }>(
  operations,
  { baseUrl: "http://localhost", fetch: respond },
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

test("a client option may be named as a member of the parts", async () => {
  const table: OperationTable = {
    getPlot: {
      method: "GET",
      path: "/plots/{area}",
      parameters: { area: { in: "path", required: true, option: "area" } },
    },
  };
  const options = { baseUrl: "http://localhost", fetch: respond, area: "north" };
  const parts = [{ area: "land", options: { area: null } }];
  const { getPlot } = createClient<{ getPlot(): Promise<unknown> }>(table, options, parts);
  await getPlot();
  expect(urls.at(-1)).toBe("http://localhost/plots/north");
});
