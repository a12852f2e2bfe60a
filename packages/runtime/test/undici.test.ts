import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { fetch } from "undici";
import { afterAll, expect, it } from "vitest";
import { listenAt } from "../../command/src/serve.ts";
import { createClient, type Fetch, type Middleware, tokens } from "../src/index.ts";
import { createRaw } from "../src/raw.ts";
import { createValidation } from "../src/validate.ts";

/** Responds with what it has received; the first time with a 503. */
const server = createServer(async (request, response) => {
  const { method, url, headers } = request;
  const isFirst = !tried.has(url ?? "");
  tried.add(url ?? "");
  const body = await text(request);
  const { authorization, "x-added": added } = headers;
  response.writeHead(isFirst ? 503 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify({ method, authorization, added, body }));
});
const tried = new Set<string>();
const { url: baseUrl, close } = await listenAt(server);
afterAll(close);

interface Operations {
  getItem(): Promise<unknown>;
}

/** A client of the path, which sends by the `fetch` of the package, whose classes are not those of the platform. */
function connect(path: `/${string}`, middleware: readonly Middleware[] = []) {
  return createClient<Operations>(
    { getItem: { method: "GET", path, idempotent: true, auth: "optional" } },
    {
      baseUrl,
      fetch: fetch as unknown as Fetch,
      middleware,
      token: "secret",
      retry: { baseDelayMs: 1 },
    } as never,
    [tokens],
  );
}

const received = { method: "GET", authorization: "Bearer secret", body: "" };
const adding: Middleware = {
  onRequest: ({ request }) => request.headers.set("x-added", "yes"),
};

it("sends for a client, again after a 503", async () => {
  expect(await connect("/plain").getItem()).toEqual(received);
});

it("sends what middleware has changed, and its response is validated", async () => {
  const refusing = { validate: () => ({ issues: [{ message: "is wrong", path: ["added"] }] }) };
  const validation = createValidation({
    "GET /valid": {
      id: "getItem",
      responses: { default: { "~standard": { validate: () => ({}) } } },
    },
    "GET /invalid": { id: "getItem", responses: { default: { "~standard": refusing } } },
  });
  const middleware = [adding, validation];
  expect(await connect("/valid", middleware).getItem()).toEqual({ ...received, added: "yes" });
  await expect(connect("/invalid", middleware).getItem()).rejects.toMatchObject({
    kind: "decode",
    pointer: "/added",
    attempts: 2,
  });
});

it("sends for raw, with middleware and a body", async () => {
  const raw = createRaw<Record<string, { post: object; get: object }>>(connect("/", [adding]));
  const { data, response } = await (raw.GET as Raw)("/raw");
  expect(data).toEqual({ ...received, added: "yes" });
  expect(response.status).toBe(200);
  const written = await (raw.POST as Raw)("/plain", { body: { a: 1 } });
  expect(written.data).toMatchObject({ method: "POST", body: '{"a":1}', added: "yes" });
});

type Raw = (path: string, init?: object) => Promise<{ data: unknown; response: Response }>;
