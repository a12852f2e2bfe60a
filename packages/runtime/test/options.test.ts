import { describe, expect, it } from "vitest";
import { createClient, type OperationTable } from "../src/index.ts";

const operations: OperationTable = { getItem: { method: "GET", path: "/item" } };
const baseUrl = "http://localhost";
const method = () => {};

type Client = { getItem(params?: object, options?: object): Promise<unknown> };
const clientWith = (options: object) =>
  createClient<Client>(operations, { baseUrl, ...options }, []);

/** What an option is refused with; undefined if it is not. */
function refusal(options: object): string | undefined {
  try {
    clientWith(options);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("an option of a client", () => {
  it.each<[options: object]>([
    [{ headers: new Headers() }],
    [{ headers: { a: "b" } }],
    [{ timeoutMs: 0, maxResponseBytes: 0, successCodes: [], retry: undefined }],
    [{ logger: console }],
    [{ retry: false }],
    [{ retry: { attempts: 0, maxDelayMs: 0.5 } }],
    ...["onRequest", "onResponse", "onError"].map((hook): [object] => [
      { middleware: [{ [hook]: method, other: 1, done: 2 }] },
    ]),
    [{ baseUrl: new URL("https://localhost/v1/") }],
  ])("may be %j", (options) => {
    expect(refusal(options)).toBeUndefined();
  });
});

it.each([
  ["http://localhost/v1/", "http://localhost/v1/item"],
  [new URL("http://localhost"), "http://localhost/item"],
])("the base URL %s has no slash at its end", async (url, sent) => {
  const fetch = async (input?: unknown) => Response.json({ asked: String(input) });
  expect(await clientWith({ baseUrl: url, fetch }).getItem()).toEqual({ asked: sent });
});
