import { expect, test } from "vitest";
import { createClient, credentials, type OperationTable, servers } from "../src/index.ts";

const OTHER = "https://other.example/api";
const operations: OperationTable = {
  getOwn: { method: "GET", path: "/a" },
  getOther: { method: "GET", path: "/b", server: OTHER, auth: "required", credentials: [["key"]] },
  getSibling: { method: "GET", path: "/c", server: "/v2" },
};

type Client = Record<keyof typeof operations, () => Promise<unknown>>;

const key = credentials({ key: { kind: "key", in: "query", name: "k" } });

/** A client, and the URLs to which it sends. */
function create(options: object = {}) {
  const urls: unknown[] = [];
  const fetch = async (url: unknown) => {
    urls.push(url);
    return Response.json({});
  };
  const parts = [{ options: { servers: null, key: null } }, servers([OTHER, "/v2"], key)];
  const all = { baseUrl: "https://api.example/v1", fetch, ...options };
  return { client: createClient<Client>(operations, all, parts), urls };
}

test("the base URL is that of every operation: no token leaves for a host that the caller did not name", async () => {
  const { client, urls } = create({ key: "secret" });
  await client.getOwn?.();
  await client.getOther?.();
  await client.getSibling?.();
  expect(urls).toEqual([
    "https://api.example/v1/a",
    "https://api.example/v1/b?k=secret",
    "https://api.example/v1/c",
  ]);
});

test("an option names the server of an operation, and credentials are sent there", async () => {
  const { client, urls } = create({ servers: { [OTHER]: "http://localhost:1/" }, key: "secret" });
  await client.getOther?.();
  expect(urls).toEqual(["http://localhost:1/b?k=secret"]);
});

test.for<[servers: unknown, message: string]>([
  [{ "https://other.example": "http://localhost" }, `is unknown; expected ${OTHER}, /v2`],
  [{ [OTHER]: "localhost" }, "servers must have http(s) URLs without ? # @ {"],
  ["http://localhost", "servers must be of type object"],
])("the option %j is refused", ([given, message]) => {
  expect(() => create({ servers: given })).toThrow(message);
});
