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
