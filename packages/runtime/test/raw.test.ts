import createFetchClient, { type Middleware } from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../src/index.ts";
import { serveVectors } from "./vectors/server.ts";
import type { Step } from "./vectors/vector.ts";

// `raw` promises openapi-fetch's interface: whatever it is asked, the request that leaves and the
// result that comes back must be the same as those of openapi-fetch itself.

type Raw = Record<string, (...args: unknown[]) => Promise<Record<string, unknown>>>;
interface Case {
  name: string;
  method?: string;
  path?: string;
  init?: object;
  step?: Step;
  middleware?: () => Middleware[];
}

const json: Step = { json: { a: [1, "x", null] } };
const tag = (name: string): Middleware => ({
  onRequest({ request }) {
    request.headers.set("x-seen", `${request.headers.get("x-seen") ?? ""}${name}`);
  },
  onResponse({ response }) {
    const headers = new Headers(response.headers);
    headers.set("x-back", `${headers.get("x-back") ?? ""}${name}`);
    return new Response(response.body, { status: response.status, headers });
  },
});

const cases: Case[] = [
  {
    name: "a GET with path and query",
    path: "/a/{id}",
    init: { params: { path: { id: "x/ y" }, query: { n: 1, b: false, s: "ä&=" } } },
  },
  { name: "an array in the query", init: { params: { query: { id: ["1", "2 3"], none: [] } } } },
  { name: "an object in the query", init: { params: { query: { f: { a: "1", b: "2" } } } } },
  {
    name: "null and undefined in the query",
    init: { params: { query: { a: null, b: undefined, c: 0, d: "" } } },
  },
  {
    name: "header parameters over headers",
    init: { params: { header: { "x-a": 1 } }, headers: { "X-A": "2", "x-b": "3" } },
  },
  { name: "headers as Headers", init: { headers: new Headers({ "x-a": "1" }) } },
  { name: "a null header", init: { headers: { "x-client": null } } },
  { name: "a JSON body", method: "POST", init: { body: { a: 1, b: [null] } } },
  { name: "a body that is false", method: "PUT", init: { body: false } },
  {
    name: "its own content type",
    method: "PATCH",
    init: { body: {}, headers: { "content-type": "application/merge-patch+json" } },
  },
  { name: "a DELETE without a body", method: "DELETE" },
  {
    name: "its own serializers",
    method: "POST",
    path: "/x/{y}",
    init: {
      params: { query: { a: 1 }, path: { y: 1 } },
      body: "b",
      querySerializer: () => "q=1",
      bodySerializer: (b: string) => `"${b}${b}"`,
      pathSerializer: (url: string) => url.replace("{y}", "z"),
    },
  },
  { name: "text", init: { parseAs: "text" } },
  { name: "a failure", step: { status: 404, json: { detail: "no" } } },
  { name: "a failure in text", step: { status: 400, text: "<p>no" } },
  { name: "a 204", method: "DELETE", step: { status: 204 } },
  {
    name: "middleware, in order and back",
    method: "POST",
    init: { body: { a: 1 } },
    middleware: () => [tag("1"), tag("2")],
  },
  {
    name: "middleware that changes the request",
    middleware: () => [{ onRequest: ({ request }) => new Request(`${request.url}?m=1`, request) }],
  },
  {
    name: "middleware that answers",
    middleware: () => [tag("1"), { onRequest: () => Response.json({ cached: true }) }],
  },
  {
    name: "middleware of the call",
    init: { middleware: [tag("c")] },
    middleware: () => [tag("1")],
  },
  {
    name: "middleware that mends a network error",
    step: { reset: true },
    middleware: () => [{ onError: () => Response.json({ mended: true }) }],
  },
];

describe("raw does as openapi-fetch", () => {
  const vectors = cases.flatMap(({ name, step = json }) => {
    const vector = { name, operation: "", expect: {}, server: [step] };
    return [vector, vector];
  });
  let server: Awaited<ReturnType<typeof serveVectors>>;
  beforeAll(async () => {
    server = await serveVectors(vectors);
  });
  afterAll(() => server.close());

  it.each(cases.map((one, i) => ({ ...one, i })))("$name", async (one) => {
    const { method = "GET", path = "/a", init = {}, middleware = () => [], i } = one;
    const headers = { "x-client": "c" };
    const outcome = async (create: (baseUrl: string) => Raw, index: number) => {
      const result = await create(`${server.url}/${index}`)[method]?.(path, init);
      const { response, ...rest } = result as { response: Response };
      const received = server.received[index]?.map(
        ({ headers: { host, ...sent }, ...request }) => ({
          ...request,
          headers: sent,
        }),
      );
      return { ...rest, status: response.status, back: response.headers.get("x-back"), received };
    };
    const theirs = await outcome((baseUrl) => {
      const client = createFetchClient({ baseUrl, headers });
      client.use(...middleware());
      return client as unknown as Raw;
    }, i * 2);
    const ours = await outcome(
      (baseUrl) =>
        createClient<object, object>(
          {},
          { baseUrl, headers, middleware: middleware(), retry: false },
        ).raw as unknown as Raw,
      i * 2 + 1,
    );
    expect(ours).toEqual(theirs);
    expect(theirs.received?.length === 1 || middleware().length > 1).toBe(true);
  });
});
