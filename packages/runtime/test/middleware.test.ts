import { setImmediate } from "node:timers/promises";
import type { Middleware } from "openapi-fetch";
import { afterAll, expect, it } from "vitest";
import { createClient, type OperationTable, results, tokens } from "../src/index.ts";
import { serveVectors } from "./vectors/server.ts";

const operations: OperationTable = {
  getItem: { method: "GET", path: "/item", idempotent: true, auth: "optional" },
  removeItem: { method: "DELETE", path: "/item", noContent: true },
};
type Client = Record<
  "getItem" | "removeItem",
  (params?: object, call?: object) => Promise<unknown>
>;

const scripts = {
  retried: [{ status: 503 }, { json: { a: 1 } }],
  answered: [],
  empty: [{ status: 204 }],
  filled: [{ json: { a: 1 } }],
  changed: [{ json: { a: 1 } }],
  failed: [{ json: { a: 1 } }],
  redirected: [{ status: 302, headers: { location: "/0/elsewhere" } }],
  nested: [],
  elsewhere: [{ json: { a: 1 } }, { json: { a: 1 } }],
  text: [],
  aborted: [],
  hung: [{ json: { a: 1 } }],
  lost: Array.from({ length: 9 }, () => ({ reset: true })),
  unusable: [{ json: { a: 1 } }, { json: { a: 1 } }, { json: { a: 1 } }],
};
const names = Object.keys(scripts);
const rest = { operation: "", expect: {} };
const server = await serveVectors(
  Object.entries(scripts).map(([name, steps]) => ({ ...rest, name, server: steps })),
);
afterAll(server.close);

function connect(script: keyof typeof scripts, ...middleware: Middleware[]) {
  const index = names.indexOf(script);
  const baseUrl = `${server.url}/${index}`;
  const retry = { baseDelayMs: 1 };
  const options = { baseUrl, middleware, retry, token: "token", fetch };
  const client = createClient<Client>(operations, options, [tokens, results]);
  return { client, received: server.received[index] ?? [] };
}

it("sees one request and one response, however often it was sent", async () => {
  const seen: unknown[] = [];
  const { client, received } = connect("retried", {
    onRequest: ({ request, schemaPath }) => void seen.push(request.method, schemaPath),
    onResponse: (answered) =>
      void seen.push(answered.response.status, (answered as { attempts?: number }).attempts),
  });
  expect(await client.getItem()).toEqual({ a: 1 });
  expect(seen).toEqual(["GET", "/item", 200, 2]);
  const accept = "application/json, application/problem+json";
  const sent = { authorization: "Bearer token", accept };
  expect(received).toMatchObject([{ headers: sent }, { headers: sent }]);
});

it("may respond itself, so that nothing is sent", async () => {
  const { client, received } = connect("answered", { onRequest: () => Response.json({ b: 2 }) });
  expect(await client.getItem()).toEqual({ b: 2 });
  expect(received).toEqual([]);
});

it("leaves an empty success empty, and a filled one filled", async () => {
  const look: Middleware = { onResponse: () => undefined };
  expect(await connect("empty", look).client.removeItem()).toBeUndefined();
  expect(await connect("filled", look).client.removeItem()).toEqual({ a: 1 });
});

it("may change the response", async () => {
  const { client } = connect("changed", {
    onResponse: async ({ response }) => Response.json({ ...(await response.json()), c: 3 }),
  });
  expect(await client.getItem()).toEqual({ a: 1, c: 3 });
});

it("passes its own errors through unchanged", async () => {
  const error = new Error("mine");
  const { client } = connect("failed", { onRequest: () => Promise.reject(error) });
  await expect(client.getItem()).rejects.toBe(error);
});

it("sees the error of the last attempt with its call, and may replace it", async () => {
  const mine = new Error("mine");
  const seen: Record<string, unknown>[] = [];
  const { client } = connect(
    "lost",
    { onError: (facts) => void seen.push({ ...facts }) },
    { onError: () => mine },
  );
  await expect(client.getItem()).rejects.toBe(mine);
  expect(seen).toMatchObject([
    { error: mine, schemaPath: "/item", params: { query: {} }, options: { fetch } },
  ]);
  expect(seen[0]?.request).toBeInstanceOf(Request);
});

it("may respond in place of an error", async () => {
  const { client } = connect("lost", { onError: () => Response.json({ stale: 1 }) });
  expect(await client.getItem()).toEqual({ stale: 1 });
});

it("that leaves an error as it is passes it on", async () => {
  const { client } = connect("lost", { onError: () => undefined });
  await expect(client.getItem()).rejects.toMatchObject({ kind: "network", attempts: 3 });
});

it("may make a request of its own, whose redirect is not followed for a write", async () => {
  const { client, received } = connect("redirected", {
    onRequest: ({ request }) => new Request(request.url, { method: request.method }),
  });
  await expect(client.removeItem()).rejects.toMatchObject({ kind: "http", status: 302 });
  expect(received.map(({ method }) => method)).toEqual(["DELETE"]);
});

it("may make a request to another origin, which gets no token", async () => {
  const elsewhere = (url: string) => url.replace("127.0.0.1", "localhost");
  const { client, received } = connect("elsewhere", {
    onRequest: ({ request }) => new Request(elsewhere(request.url), request),
  });
  expect(elsewhere(server.url)).not.toBe(server.url);
  await client.getItem();
  await client.getItem();
  expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

it("is refused if it returns what is no request, before anything is sent", async () => {
  const { client, received } = connect("text", {
    onRequest: ({ request }) => request.url as never,
  });
  await expect(client.removeItem()).rejects.toMatchObject({
    kind: "input",
    message: "removeItem: onRequest must return a Request",
  });
  expect(received).toEqual([]);
});

it("is refused if it returns what is no response, or has read it", async () => {
  const hooks = [
    () => "{}" as never,
    () => ({ ok: true }) as never,
    async ({ response }: { response: Response }) => void (await response.text()),
  ];
  for (const onResponse of hooks) {
    const { client } = connect("unusable", { onResponse });
    await expect(client.getItem()).rejects.toMatchObject({
      kind: "input",
      parameter: "onResponse",
      attempts: 1,
      message: "getItem: onResponse must return a Response, unread",
    });
  }
});

it("may respond with JSON that is nested too deep to be searched, which is an error", async () => {
  const depth = 100_000;
  const { client } = connect("nested", {
    onRequest: () => new Response(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`),
  });
  await expect(client.getItem()).rejects.toMatchObject({
    kind: "decode",
    cause: expect.any(RangeError),
  });
});

it("has the signal of the caller, and an abort ends a call that is in a hook", async () => {
  const controller = new AbortController();
  const reason = new Error("the user left");
  const signals: AbortSignal[] = [];
  const { client, received } = connect("aborted", {
    onRequest({ request }) {
      signals.push(request.signal);
      return new Promise(() => {});
    },
  });
  const call = client.getItem({}, { signal: controller.signal });
  await setImmediate();
  controller.abort(reason);
  await expect(call).rejects.toMatchObject({ kind: "aborted", attempts: 0, cause: reason });
  expect(signals.map((signal) => signal.reason)).toEqual([reason]);
  expect(received).toEqual([]);
});

it("is not waited for after an abort in onResponse", async () => {
  const controller = new AbortController();
  const { client } = connect("hung", {
    onResponse() {
      controller.abort();
      return new Promise(() => {});
    },
  });
  const call = client.getItem({}, { signal: controller.signal });
  await expect(call).rejects.toMatchObject({ kind: "aborted", attempts: 1 });
});
