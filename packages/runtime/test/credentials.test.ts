import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  type ClientOptions,
  createClient,
  credentials,
  type OperationTable,
} from "../src/index.ts";

const operations: OperationTable = {
  getItem: {
    method: "GET",
    path: "/item",
    auth: "required",
    credentials: [["session", "appid"], ["token"]],
  },
};
const parts = [
  { options: { session: null, appid: null } },
  credentials({
    session: { kind: "key", in: "cookie", name: "sid" },
    appid: { kind: "key", in: "query", name: "appid" },
    token: { kind: "bearer" },
  }),
];
const given = { session: "s3cret", appid: () => "s3cret" };

/** A client whose requests are kept. */
function clientWith(options: object, fetch: ClientOptions["fetch"]) {
  const all = { baseUrl: "http://localhost", retry: false, fetch, ...options } as ClientOptions;
  return createClient<{ getItem(params?: object, options?: object): Promise<unknown> }>(
    operations,
    all,
    parts,
  );
}

/** A `fetch` that keeps the URL and headers of what it is given. */
function keeping() {
  const kept: [url: string, headers: Record<string, string>][] = [];
  const fetch = async (input: string | Request, init: RequestInit) => {
    kept.push([String(input), Object.fromEntries(new Headers(init.headers))]);
    return Response.json({});
  };
  return { kept, fetch };
}

test("a key in a cookie is added to those of the caller", async () => {
  const { kept, fetch } = keeping();
  await clientWith(given, fetch).getItem({}, { headers: { cookie: "a=b" } });
  expect(kept).toMatchObject([
    ["http://localhost/item?appid=s3cret", { cookie: "a=b; sid=s3cret" }],
  ]);
});

test("a key is refused that would end its cookie", async () => {
  const { kept, fetch } = keeping();
  const call = clientWith({ ...given, session: "s3cret; a=b" }, fetch).getItem();
  await expect(call).rejects.toThrow(/^getItem: session must have no space, comma/);
  expect(kept).toEqual([]);
});

test("middleware sees no key, and keys go to no other origin", async () => {
  const { kept, fetch } = keeping();
  const seen: string[] = [];
  const look = {
    onRequest: ({ request }: { request: Request }) => {
      seen.push(request.url, ...request.headers.values());
      return kept.length > 0 ? new Request("http://elsewhere/") : undefined;
    },
  };
  const client = clientWith({ ...given, middleware: [look] }, fetch);
  await client.getItem();
  await client.getItem();
  expect(kept.map(([url]) => url)).toEqual([
    "http://localhost/item?appid=s3cret",
    "http://elsewhere/",
  ]);
  expect(kept.map(([, { cookie }]) => cookie)).toEqual(["sid=s3cret", undefined]);
  expect(seen.join()).not.toContain("s3cret");
});

test("an error of a platform that names the whole URL shows no key", async () => {
  const client = clientWith(given, async (input) => {
    throw new Error("failed", { cause: new TypeError(`no answer from ${input}`) });
  });
  const error = await client.getItem().catch((caught: Error) => caught);
  expect(inspect([client, error])).toContain("no answer from http://localhost/item?appid=***");
  expect(inspect([client, error])).not.toContain("s3cret");
});

test("a bearer token among other credentials is sent as everywhere", async () => {
  const { kept, fetch } = keeping();
  await clientWith({ token: "t", session: "half" }, fetch).getItem();
  expect(kept).toMatchObject([["http://localhost/item", { authorization: "Bearer t" }]]);
});
