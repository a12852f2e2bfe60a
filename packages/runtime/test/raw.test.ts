import createFetchClient, { type Middleware } from "openapi-fetch";
import { afterAll, describe, expect, it } from "vitest";
import { createClient } from "../src/index.ts";
import { createRaw, type RawOptions } from "../src/raw.ts";
import { serveVectors } from "./vectors/server.ts";
import type { Step } from "./vectors/vector.ts";

type Raw = Record<string, (...args: unknown[]) => Promise<Record<string, unknown>>>;
interface Case {
  name: string;
  method?: string;
  path?: string;
  options?: RawOptions;
  init?: object;
  step?: Step;
  middleware?: Middleware[];
}

class CustomRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    this.headers.set("x-custom", "yes");
  }
}
const mine = new Error("mine");
const list = { params: { query: { id: [1, 2], f: { a: "1", b: "2" } } } };
const form = {
  body: { a: "1 2", b: "3" },
  bodySerializer: (body: Record<string, string>) => new URLSearchParams(body),
  headers: { "content-type": "application/x-www-form-urlencoded" },
};

const cases: Case[] = [
  {
    name: "path and query",
    path: "/a/{id}",
    init: { params: { path: { id: "x/ y" }, query: { n: 1 } } },
  },
  { name: "arrays and objects in the query", init: list },
  {
    name: "a client-level style of arrays and objects",
    options: {
      querySerializer: {
        array: { style: "pipeDelimited", explode: false },
        object: { style: "form", explode: true },
      },
    },
    init: list,
  },
  { name: "a client-level querySerializer", options: { querySerializer: () => "q=1" }, init: list },
  {
    name: "a client-level bodySerializer",
    method: "POST",
    options: { bodySerializer: (body: unknown) => `"${JSON.stringify(body).length}"` },
    init: { body: { a: 1 } },
  },
  {
    name: "a client-level pathSerializer",
    path: "/a/{id}",
    options: { pathSerializer: (path: string) => path.replace("{id}", "z") },
    init: { params: { path: { id: 1 } } },
  },
  {
    name: "a style of path parameters",
    path: "/a/{.id*}",
    init: { params: { path: { id: [1, 2] } } },
  },
  { name: "a form body", method: "POST", init: form, step: { json: { a: 1 } } },
  { name: "a custom Request", options: { Request: CustomRequest } },
  { name: "client-level headers", options: { headers: { "x-client": "b", "x-more": "c" } } },
  { name: "a null header", init: { headers: { "x-client": null } } },
  {
    name: "a null header of the client",
    method: "POST",
    options: { headers: { "content-type": null } },
    init: { body: { a: 1 } },
  },
  { name: "a failure", step: { status: 404, json: { detail: "no" } } },
  { name: "a failure in text", step: { status: 400, text: "<p>no" } },
  { name: "an empty success", method: "DELETE", step: { status: 204 } },
  { name: "text", init: { parseAs: "text" } },
  { name: "bytes", init: { parseAs: "arrayBuffer" } },
  { name: "a body that is not JSON", step: { text: "<html>" } },
  { name: "an error of middleware", middleware: [{ onRequest: () => Promise.reject(mine) }] },
  {
    name: "an error replaced by middleware",
    step: { reset: true },
    middleware: [{ onError: () => mine }],
  },
  {
    name: "a response of middleware",
    middleware: [{ onRequest: () => Response.json({ cached: true }) }],
  },
];

describe("raw does as openapi-fetch", async () => {
  const vectors = cases.flatMap(({ name, step = { json: { a: 1 } } }) => {
    const vector = { name, operation: "", expect: {}, server: [step] };
    return [vector, vector];
  });
  const server = await serveVectors(vectors);
  afterAll(server.close);

  it.each(cases.map((one, i) => ({ ...one, i })))("$name", async (one) => {
    const { method = "GET", path = "/a", options = {}, init = {}, middleware = [], i } = one;
    const outcome = async (create: (baseUrl: string) => unknown, index: number) => {
      const result = await Promise.resolve()
        .then(() => (create(`${server.url}/${index}`) as Raw)[method]?.(path, init))
        .catch((error: Error) => ({ message: error.message, isMine: error === mine }));
      const { response, ...rest } = result as { response?: Response };
      const received = server.received[index]?.map(
        ({ headers: { host, ...sent }, ...request }) => ({ ...request, headers: sent }),
      );
      return { ...rest, status: response?.status, received };
    };
    const headers = { "x-client": "a" };
    const theirs = await outcome((baseUrl) => {
      const client = createFetchClient({
        ...options,
        baseUrl,
        headers: { ...headers, ...(options.headers as object) },
      });
      client.use(...middleware);
      return client;
    }, i * 2);
    const ours = await outcome(
      (baseUrl) => {
        const own = { baseUrl, headers, middleware, retry: false } as const;
        return createRaw(createClient<object>({}, own, []), options);
      },
      i * 2 + 1,
    );
    expect(ours).toEqual(theirs);
  });
});

it("sends a body again", async () => {
  const server = await serveVectors([
    { name: "", operation: "", expect: {}, server: [{ status: 429 }, { json: { a: 1 } }] },
  ]);
  const options = { baseUrl: `${server.url}/0`, retry: { baseDelayMs: 1 } };
  const raw = createRaw(createClient<object>({}, options, [])) as unknown as Raw;
  expect((await raw.POST?.("/a", { body: { b: 2 } }))?.data).toEqual({ a: 1 });
  expect(server.received[0]?.map(({ body }) => body)).toEqual([{ b: 2 }, { b: 2 }]);
  await server.close();
});

it("ends when the caller aborts", async () => {
  const options = { baseUrl: "http://localhost", fetch: () => new Promise<Response>(() => {}) };
  const raw = createRaw(createClient<object>({}, options, [])) as unknown as Raw;
  const controller = new AbortController();
  const call = raw.GET?.("/a", { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ kind: "aborted" });
});

it("keeps the token from other origins", async () => {
  const [own, other] = await Promise.all([serveVectors([]), serveVectors([])]);
  const options = { baseUrl: own.url, token: "t0ken", retry: false as const };
  const sent: (string | null)[] = [];
  const fetch = async (_: string | Request, init: RequestInit) => {
    sent.push(new Headers(init.headers).get("authorization"));
    return Response.json({});
  };
  const raw = createRaw(createClient<object>({}, { ...options, fetch }, [])) as unknown as Raw;
  await raw.GET?.("/a", {});
  await raw.GET?.("/a", { baseUrl: other.url });
  expect(sent).toEqual(["Bearer t0ken", null]);
  await Promise.all([own.close(), other.close()]);
});

it.each([
  ["follow", {}, {}],
  ["manual", { token: "t0ken" }, {}],
  ["manual", { headers: { "x-key": "s3cret" } }, {}],
  ["manual", {}, { headers: { "x-key": "s3cret" } }],
  ["error", {}, { redirect: "error" }],
  ["error", { token: "t0ken" }, { redirect: "error" }],
])("sends with redirect mode %s for a client of %j and a call of %j", async (mode, own, init) => {
  const modes: unknown[] = [];
  const fetch = async (_: string | Request, { redirect }: RequestInit) => {
    modes.push(redirect);
    return Response.json({});
  };
  const options = { baseUrl: "http://localhost", ...own, fetch };
  const raw = createRaw(createClient<object>({}, options, [])) as unknown as Raw;
  await raw.GET?.("/a", init);
  expect(modes).toEqual([mode]);
});

it("refuses what is not a client", () => {
  expect(() => createRaw({})).toThrow(/not a client/);
});
