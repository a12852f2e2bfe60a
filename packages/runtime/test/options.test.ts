import { describe, expect, it } from "vitest";
import { createClient, type OperationTable } from "../src/index.ts";

const operations: OperationTable = { getItem: { method: "GET", path: "/item" } };
const baseUrl = "http://localhost";
const method = () => {};

type Client = { getItem(params?: object, options?: object): Promise<unknown> };
const clientWith = (options: object, fetch = async (): Promise<Response> => Response.json({})) =>
  createClient<Client>(operations, { baseUrl, fetch, ...options }, []);

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

describe("an option of a call", () => {
  const urls = async (url: string | URL) => {
    const asked: string[] = [];
    const fetch = async (input?: unknown) => {
      asked.push(String(input));
      return Response.json({});
    };
    await createClient<Client>(operations, { baseUrl: url as string, fetch }, []).getItem();
    return asked;
  };

  it("is refused if it cannot be read", async () => {
    const client = clientWith({});
    const broken = {
      get id() {
        throw new Error("a getter");
      },
    };
    await expect(client.getItem(broken)).rejects.toMatchObject({
      ...{ kind: "input", parameter: "params", message: "getItem: params cannot be read" },
    });
  });

  it("is sent to the base URL without the slash at its end", async () => {
    expect(await urls("http://localhost/v1/")).toEqual(["http://localhost/v1/item"]);
    expect(await urls(new URL("http://localhost"))).toEqual(["http://localhost/item"]);
  });
});
