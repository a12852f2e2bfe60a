import { operations } from "@chainkit/client/operations";
import { HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type HandlersOptions,
  handlers,
  inTurn,
  notFound,
  overrides,
  status,
} from "../src/index.ts";

const baseUrl = "https://api.example.com/chains";
const server = setupServer(...handlers({ baseUrl }));
const error = vi.spyOn(console, "error").mockImplementation(() => {});
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
beforeAll(() => server.listen());
afterEach(() => {
  server.resetHandlers();
  error.mockClear();
  warn.mockClear();
});
afterAll(() => server.close());

const get = async (path: string) => (await fetch(baseUrl + path)).status;
const block = "/v2/ethereum/blocks/1";
const invalid = "/v2/ethereum/blocks/abc";
const respondWith = (getBlock: unknown) =>
  server.use(...overrides({ baseUrl, responses: { chainData: { getBlock: getBlock as never } } }));

test("there is a handler for each operation and for the rest, or for the overridden alone", () => {
  const all = Object.values(operations).flatMap((byId) => Object.keys(byId));
  expect(handlers({ baseUrl })).toHaveLength(all.length + 1);
  const areas = ["chainData"] as const;
  expect(handlers({ baseUrl, areas })).toHaveLength(Object.keys(operations.chainData).length + 1);
  const responses = { chainData: { getBlock: notFound() } };
  expect(overrides({ baseUrl, responses })).toHaveLength(1);
  expect(overrides({ baseUrl })).toEqual([]);
});

test("replies take turns, the last for good", async () => {
  respondWith(inTurn(status(404), status(418), status(429)));
  const statuses: number[] = [];
  for (let call = 0; call < 5; call++) {
    statuses.push(await get(block));
  }
  expect(statuses).toEqual([404, 418, 429, 429, 429]);
  respondWith(() => inTurn(status(404), status(418)));
  expect([await get(block), await get(block)]).toEqual([404, 418]);
  respondWith(() => HttpResponse.json({}, { status: 299 }));
  expect([await get(block), await get(block)]).toEqual([299, 299]);
});

test("a function that fails is an error of the mock", async () => {
  respondWith(() => {
    throw new Error("a bug");
  });
  expect(await get(block)).toBe(501);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ message: "a bug" }));
});

describe("an invalid request", () => {
  const strategy = (onInvalidRequest: HandlersOptions["onInvalidRequest"]) =>
    server.use(...handlers(onInvalidRequest ? { baseUrl, onInvalidRequest } : { baseUrl }));
  const logged = () => [...error.mock.calls, ...warn.mock.calls].map(([first]) => String(first));

  test("is responded to without a word, but not one that no operation has", async () => {
    for (const each of [undefined, "respond"] as const) {
      strategy(each);
      expect(await get(invalid)).toBe(400);
      expect(logged()).toEqual([]);
      expect(await get("/nonsense?a")).toBe(501);
      expect(await get("")).toBe(501);
      const why = "no operation of the contract has this method and path";
      expect(logged()).toEqual([
        `[@chainkit/msw] GET /nonsense: ${why}`,
        `[@chainkit/msw] GET /: ${why}`,
      ]);
      error.mockClear();
    }
  });

  test("is warned of", async () => {
    strategy("warn");
    expect([await get(invalid), await get("/nonsense")]).toEqual([400, 501]);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(error).not.toHaveBeenCalled();
  });

  test("fails, with a message", async () => {
    strategy("error");
    await expect(get(invalid)).rejects.toThrow();
    await expect(get("/nonsense")).rejects.toThrow();
    expect(error).toHaveBeenCalledTimes(2);
    expect(warn).not.toHaveBeenCalled();
  });

  test("is given to a function, which may fail", async () => {
    strategy(({ operation }) => {
      if (operation !== "getBlock") {
        throw new Error(operation);
      }
    });
    expect(await get(invalid)).toBe(400);
    expect(logged()).toEqual([]);
    await expect(get("/nonsense")).rejects.toThrow();
    expect(logged()).toEqual(["Error: GET /nonsense"]);
  });
});
