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

const basic: OperationTable = {
  getItem: { method: "GET", path: "/item", auth: "required", credentials: [["login"], ["key"]] },
};

/** The header that a client of the options sends, or what it is refused with. */
async function headerOf(options: object, name = "authorization", own: object = {}) {
  const { kept, fetch } = keeping();
  const client = createClient<{ getItem(params: object, options: object): Promise<unknown> }>(
    basic,
    { baseUrl: "http://localhost", fetch, ...options } as ClientOptions,
    [
      { options: { login: null, key: null } },
      credentials({ login: { kind: "basic" }, key: { kind: "key", in: "header", name: "x-key" } }),
    ],
  );
  try {
    await client.getItem({}, { headers: own });
    return kept[0]?.[1][name];
  } catch (error) {
    return (error as Error).message;
  }
}

test("name and password are sent in UTF-8, a key in its header", async () => {
  const login = { username: "ä", password: "b:c" };
  expect(await headerOf({ login })).toBe(`Basic ${Buffer.from("ä:b:c").toString("base64")}`);
  expect(await headerOf({ login: async () => login })).toMatch(/^Basic /);
  expect(await headerOf({ key: "Token abc" }, "x-key")).toBe("Token abc");
  expect(await headerOf({ key: "k" })).toBeUndefined();
});

test("a header of the caller's own wins", async () => {
  const own = { Authorization: "Own", "x-key": "own" };
  expect(await headerOf({ login: { username: "a", password: "b" } }, "authorization", own)).toBe(
    "Own",
  );
  expect(await headerOf({ key: "k" }, "x-key", own)).toBe("own");
});

test("no error shows a key, in whatever form, and another error stays the cause", async () => {
  const failing = (error: Error): Promise<Error> =>
    clientWith({ session: "s", appid: "Token abc" }, () => Promise.reject(error))
      .getItem()
      .then(
        () => expect.fail("nothing failed"),
        (caught) => caught,
      );
  expect(await failing(new Error("Token abc, Token%20abc, Token+abc"))).toMatchObject({
    message: "getItem: no response: ***, ***, ***",
  });
  const error = new Error("failed");
  expect((await failing(error)).cause).toBe(error);
});
