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

const hooks = "array of objects with onRequest, onResponse, onError";
const logger = "object with debug, info, warn, error";

describe("an option of a client", () => {
  it.each<[options: object, problem: string]>([
    [{ headers: 1 }, "headers must be of type object or Headers; received 1 (integer)"],
    [{ headers: [] }, "headers must be of type object or Headers; received (array)"],
    [{ timeoutMs: -1 }, "timeoutMs must be of type number >= 0; received -1 (integer)"],
    [{ timeoutMs: "1" }, 'timeoutMs must be of type number >= 0; received "1" (string)'],
    [
      { maxResponseBytes: -1 },
      "maxResponseBytes must be of type number >= 0; received -1 (integer)",
    ],
    [{ fetch: 1 }, "fetch must be of type function; received 1 (integer)"],
    [{ logger: {} }, `logger must be of type ${logger}; received (object)`],
    ...["debug", "info", "warn", "error"].map((name): [object, string] => {
      const others = { debug: method, info: method, warn: method, error: method, [name]: 1 };
      return [{ logger: others }, `logger must be of type ${logger}; received (object)`];
    }),
    [{ middleware: {} }, `middleware must be of type ${hooks}; received (object)`],
    ...[[{}], [null], [{ onReq: method }], [{ onRequest: method, onRespond: method }]].map(
      (middleware): [object, string] => [
        { middleware },
        `middleware must be of type ${hooks}; received (array)`,
      ],
    ),
    [
      { middleware: [{ onRequest: method }, {}] },
      `middleware must be of type ${hooks}; received (array)`,
    ],
    [{ successCodes: 1 }, "successCodes must be of type array; received 1 (integer)"],
    [{ retry: true }, "retry must be of type object; received true (boolean)"],
    [{ retry: { attempts: -1 } }, "attempts must be of type number >= 0; received -1 (integer)"],
    [
      { retry: { attempt: 1 } },
      "attempt is unknown; expected attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs",
    ],
    [
      { timeout: 1 },
      "timeout is unknown; expected headers, maxResponseBytes, retry, timeoutMs, baseUrl, fetch, logger, middleware, successCodes, token",
    ],
    ...[
      ...[undefined, 1, "", "localhost", "/relative", "ftp://localhost", "http://a b"],
      ...["http://localhost?a=b", "http://localhost#a", "http://a@localhost", "http://{host}"],
    ].map((url): [object, string] => [
      { baseUrl: url },
      "baseUrl must be set to an http(s) URL without ? # @ {",
    ]),
  ])("is refused: %j", (options, problem) => {
    expect(refusal(options)).toBe(`client: ${problem}`);
  });

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

  it("must be in an object", () => {
    const problem = "client: options must be of type object; received 1 (integer)";
    expect(() => createClient(operations, 1 as never, [])).toThrow(problem);
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

  it("is refused if it is unknown or wrong", async () => {
    const client = clientWith({});
    await expect(client.getItem({}, { fetch: method })).rejects.toThrow(
      "getItem: fetch is unknown; expected headers, maxResponseBytes, retry, timeoutMs, signal",
    );
    await expect(client.getItem({}, { signal: {} })).rejects.toThrow(
      "getItem: signal must be of type AbortSignal; received (object)",
    );
    await expect(client.getItem({}, 1 as never)).rejects.toThrow(
      "getItem: options must be of type object; received 1 (integer)",
    );
    await expect(client.getItem(1 as never)).rejects.toThrow(
      "getItem: params must be of type object; received 1 (integer)",
    );
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
