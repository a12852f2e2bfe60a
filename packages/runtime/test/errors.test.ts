import { expect, it } from "vitest";
import { CallError, decodeError, redact } from "../src/errors.ts";
import { createClient, isApiError, type OperationTable } from "../src/index.ts";

const call = { operation: "getItem", method: "GET", url: "http://localhost/?a=b", attempts: 1 };

it.each([
  ["http", "HttpError"],
  ["envelope", "EnvelopeError"],
  ["timeout", "TimeoutError"],
  ["aborted", "AbortError"],
  ["network", "NetworkError"],
  ["decode", "DecodeError"],
  ["input", "InputError"],
  ["pagination", "PaginationError"],
] as const)("an error of kind %s is named %s, also in JSON", (kind, name) => {
  const error = new CallError(kind, "is  wrong\n", call, { own: 1 });
  expect(isApiError(error)).toBe(true);
  expect(error.name).toBe(name);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    ...{ ...call, kind, name, own: 1, message: "getItem: is wrong " },
  });
});

it("an error tells how often it was tried, and by what it was caused", () => {
  const cause = new Error("cause");
  const again = new CallError("http", "failed", { ...call, attempts: 2 }, { cause });
  expect(again).toMatchObject({ message: "getItem: failed (2 attempts)", cause, attempts: 2 });
  expect(new CallError("http", "failed", call)).not.toHaveProperty("cause");
});

it("an error of a response has its status, and its headers where they are not shown", () => {
  const of = (headers: object) =>
    decodeError("nothing", new Response("", { status: 201, headers: { ...headers } }), call);
  expect(of({ "x-request-id": "r" })).toMatchObject({
    ...{ status: 201, requestId: "r", message: "getItem: 201 with nothing" },
  });
  const error = of({ "x-request-id": "", cookie: "a" });
  expect(error).toMatchObject({ requestId: undefined, headers: expect.any(Headers) });
  expect(Object.keys(error)).not.toContain("headers");
});

it("no error shows what is named like a secret in a URL", () => {
  const names = ["apikey", "token", "client_secret", "password", "auth", "signature", "KEY"];
  for (const name of names) {
    expect(redact(`http://a/?x=1&${name}=s&y=2`)).toBe(`http://a/?x=1&${name}=***&y=2`);
  }
  expect(redact("at http://a/?key=s failed")).toBe("at http://a/?key=*** failed");
});

const operations: OperationTable = { getItem: { method: "GET", path: "/item" } };
type Client = { getItem(): Promise<unknown> };
const failing = (error: unknown) => {
  const fetch = () => Promise.reject(error);
  const options = { baseUrl: "http://localhost", fetch, retry: false } as const;
  return createClient<Client>(operations, options, []).getItem();
};

/** An error with as many causes, one within the other. */
const nested = (depth: number): Error =>
  new Error(`cause ${depth}`, depth === 0 ? {} : { cause: nested(depth - 1) });

it.each<[error: unknown, shown: string]>([
  [nested(0), "cause 0"],
  [nested(9), "cause 0"],
  [nested(10), "cause 1"],
  ["text", "text"],
  [undefined, "undefined"],
  [{ message: {} }, "object"],
  [{}, "object"],
])("a network error shows the innermost message of %o: %s", async (error, shown) => {
  await expect(failing(error)).rejects.toMatchObject({
    ...{ kind: "network", message: `getItem: no response: ${shown}` },
  });
});

it("a network error has a cause unless that would show a secret", async () => {
  const error = new Error("failed");
  await expect(failing(error)).rejects.toMatchObject({ cause: error });
  const secret = new Error("http://localhost/?key=secret failed");
  const shown: unknown = await failing(secret).catch((caught) => caught);
  expect(shown).toMatchObject({
    message: "getItem: no response: http://localhost/?key=*** failed",
  });
  expect(shown).not.toHaveProperty("cause");
});

it.each<[body: unknown, reason: string]>([
  [{ detail: "d", msg: "m", title: "t" }, "d"],
  [{ detail: "", msg: "m", message: "n" }, "m"],
  [{ message: "n", error: "e" }, "n"],
  [{ error: { message: "e" }, title: "t" }, "e"],
  [{ error: "e", title: "t" }, "e"],
  [{ title: "t" }, "t"],
  ["text", "text"],
  [{ detail: 1, code: 2 }, '{"detail":1,"code":2}'],
  [
    { title: "t", errors: ["a", { field: "f", reason: "r", n: 1 }, { n: 1 }, 5] },
    't; a; f r; {"n":1}; 5',
  ],
  [{ title: "t", errors: "one" }, "t; one"],
  [{ title: "x".repeat(400) }, "x".repeat(300)],
  [undefined, "no body"],
])("an error of the service shows its reason: %j", async (body, reason) => {
  const response = new Response(body === undefined ? "" : JSON.stringify(body), { status: 400 });
  const options = {
    baseUrl: "http://localhost",
    fetch: async () => response,
    retry: false,
  } as const;
  const { getItem } = createClient<Client>(operations, options, []);
  const message = `getItem: 400 ${reason}`;
  await expect(getItem()).rejects.toMatchObject({ kind: "http", message, body });
});

const PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title>
<style type="text/css">h1 > b { color: red }</style><script>if (a) b();</script></head>
<body>${"\n".repeat(300)}<hr><center title="a
b">proxy 1 < 2</center></body></html>
`;

it.each([
  ["a page", PAGE, "a page: 502 Bad Gateway proxy 1 < 2"],
  ["XML", "<Error><Code>NoSuchKey</Code></Error>", "a page: NoSuchKey"],
  ["a text", "a < b > c", "a < b > c"],
  ["many tags that do not end", `${"<".repeat(1e5)}style>`, `a page: ${"<".repeat(292)}`],
])("an error of a proxy shows the words of %s, without markup", async (_, text, reason) => {
  const response = new Response(text, { status: 502 });
  const options = { baseUrl: "http://localhost", fetch: async () => response, retry: false };
  const { getItem } = createClient<Client>(operations, options as never, []);
  const message = `getItem: 502 ${reason}`;
  await expect(getItem()).rejects.toMatchObject({ message, body: text });
});

it.each<[text: string, problem: string]>([
  ["", "a body that is not JSON: empty; is baseUrl right?"],
  ["\n<H1>Welcome\n!</H1>", "a body that is not JSON: a page: Welcome !; is baseUrl right?"],
  ['  {"a":', 'a body that is not JSON: {"a":'],
  ["[1,", "a body that is not JSON: [1,"],
  ["x".repeat(99), `a body that is not JSON: ${"x".repeat(80)}; is baseUrl right?`],
])("a success that is not JSON shows its beginning: %s", async (text, problem) => {
  const options = { baseUrl: "http://localhost", fetch: async () => new Response(text) };
  const { getItem } = createClient<Client>(operations, options, []);
  await expect(getItem()).rejects.toMatchObject({ message: `getItem: 200 with ${problem}` });
});
