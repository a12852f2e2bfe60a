import { createChainkit } from "@chainkit/client";
import { operations } from "@chainkit/client/operations";
import { validate } from "@chainkit/client/validate";
import type { OperationDescription } from "@chainkit/runtime";
import { HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  example,
  handlers,
  notFound,
  offline,
  overrides,
  rateLimited,
  serverError,
  slow,
  status,
  unauthorized,
} from "../src/index.ts";

const baseUrl = "https://api.example.com/chains";
const params = { chain_name: "ethereum", block_number: "17686112" } as const;
const wallet = {
  chainName: "ethereum",
  walletAddress: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
};
const options = { baseUrl, token: "my-token", graphNs: "example-ns" };
const { chainData, addressData } = createChainkit({
  ...options,
  middleware: validate(),
  retry: { baseDelayMs: 1 },
});

const server = setupServer(...handlers({ baseUrl }));
const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  server.resetHandlers();
  complaint.mockClear();
});
afterAll(() => server.close());

const all: [string, OperationDescription, Record<string, (params: object) => Promise<unknown>>][] =
  [];
const clients = createChainkit(options) as unknown as Record<string, (typeof all)[0][2]>;
for (const [area, byId] of Object.entries(operations)) {
  for (const [id, operation] of Object.entries(byId)) {
    all.push([`${area}.${id}`, operation, clients[area] as (typeof all)[0][2]]);
  }
}

describe("by default", () => {
  test.each(all)(
    "%s responds with the contract's example",
    async (_, { id, examples, result }, client) => {
      for (const params of examples) {
        const body = await client[id]?.(params);
        expect(Object.keys(body as object)).toEqual(
          expect.arrayContaining(result?.required as string[]),
        );
      }
    },
  );

  test("listings are paginated by the requested limit", async () => {
    const { length } = await addressData.getErc20Balances(wallet).toArray();
    expect(length).toBe(3);
    const sizes: number[] = [];
    for await (const page of addressData.getErc20Balances({ ...wallet, limit: 1 }).pages()) {
      sizes.push(page.erc20TokenBalances.length, page.resultCount);
    }
    expect(sizes).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe("an override", () => {
  test("is a typed body", async () => {
    const { block: sample } = await chainData.getBlock(params);
    server.use(
      ...overrides({
        baseUrl,
        responses: { chainData: { getBlock: { block: { ...sample, number: 5 } } } },
      }),
    );
    expect((await chainData.getBlock(params)).block.number).toBe(5);
    const block = { ...sample, number: "5" };
    // @ts-expect-error the number of a block is no string
    overrides({ baseUrl, responses: { chainData: { getBlock: { block } } } });
  });

  test("is a function of the typed parameters", async () => {
    server.use(
      ...overrides({
        baseUrl,
        responses: {
          addressData: {
            getBlockTransactions: ({ blockNumber }) => (blockNumber > 5 ? notFound() : undefined),
          },
        },
      }),
    );
    const call = (blockNumber: number) =>
      addressData.getBlockTransactions({ chainName: "ethereum", blockNumber }).result();
    expect(await call(5)).toMatchObject({ ok: true });
    expect(await call(6)).toMatchObject({ error: { status: 404, body: { status: 404 } } });
    overrides({
      baseUrl,
      // @ts-expect-error it has no such parameter
      responses: { chainData: { getBlock: ({ block_numbr }) => status(block_numbr) } },
    });
  });

  test("of a listing is items, cut into pages by `limit` with opaque cursors", async () => {
    const [item] = await addressData.getErc20Balances(wallet).toArray();
    const many = Array.from({ length: 250 }, (_, at) => ({
      ...(item as NonNullable<typeof item>),
      raw_balance: `${at}`,
    }));
    server.use(...overrides({ baseUrl, responses: { addressData: { getErc20Balances: many } } }));
    const sizes: number[] = [];
    let cursor: string | null | undefined;
    for await (const page of addressData.getErc20Balances(wallet).pages()) {
      sizes.push(page.erc20TokenBalances.length, page.resultCount);
      cursor ??= page.cursor;
    }
    expect(sizes).toEqual([100, 100, 100, 100, 50, 50]);
    const resumed = addressData.getErc20Balances({ ...wallet, cursor: `${cursor}`, limit: 7 });
    expect((await resumed.toArray()).map(({ raw_balance }) => raw_balance)).toEqual(
      many.slice(100).map(({ raw_balance }) => raw_balance),
    );
  });

  test("may be any response, also one that breaks the contract", async () => {
    const broken = () => HttpResponse.json({ block: {} });
    server.use(...overrides({ baseUrl, responses: { chainData: { getBlock: broken } } }));
    const error = { kind: "decode", pointer: expect.stringContaining("/block/") };
    await expect(chainData.getBlock(params)).rejects.toMatchObject(error);
  });

  test("that breaks the contract unintendedly is an error that says where", async () => {
    const wrong = { block: { number: "5" } } as never;
    server.use(...overrides({ baseUrl, responses: { chainData: { getBlock: wrong } } }));
    await expect(chainData.getBlock(params)).rejects.toThrow(
      /501 getBlock: the mocked 200 response breaks the contract at \/block\/\w+: is required/,
    );
    expect(complaint).toHaveBeenCalledOnce();
  });

  test("of an unknown operation is refused at once", () => {
    const none = { nonsense: {} } as never;
    expect(() => handlers({ baseUrl: "/api" })).toThrow(
      'baseUrl must be an http(s) URL, or relative in a browser; received "/api"',
    );
    expect(() => handlers({ baseUrl, responses: none })).toThrow(/unknown area nonsense; expected/);
    expect(() => handlers({ baseUrl, responses: { chainData: none } })).toThrow(
      /unknown operation nonsense; expected one of getTransaction, getBlock, \w+/,
    );
  });
});

describe("a preset", () => {
  const reply = (how: ReturnType<typeof status>, timeoutMs = 60_000) => {
    server.use(...overrides({ baseUrl, responses: { chainData: { getBlock: how } } }));
    return chainData.getBlock(params, { timeoutMs }).result();
  };

  test.each([
    ["unauthorized", unauthorized(), { kind: "http", status: 401, body: { status: 401 } }],
    ["notFound", notFound(), { kind: "http", status: 404, body: { status: 404 } }],
    ["serverError", serverError(), { kind: "http", status: 500, attempts: 3 }],
    ["rateLimited", rateLimited(3_600), { kind: "http", status: 429, retryAfterMs: 3_600_000 }],
    ["an undocumented status", status(418), { kind: "http", status: 418 }],
    ["offline", offline(), { kind: "network", attempts: 3 }],
  ])("%s", async (_, how, error) => {
    expect(await reply(how)).toMatchObject({ ok: false, error });
  });

  test("slow", async () => {
    expect(await reply(slow(60_000), 200)).toMatchObject({ error: { kind: "timeout" } });
  });

  test("is a `Response` that is sent as often as it is asked for", async () => {
    const body = await chainData.getBlock(params);
    const getBlock = Response.json(body, { headers: { "x-request-id": "7" } });
    server.use(...overrides({ baseUrl, responses: { chainData: { getBlock } } }));
    for (let call = 0; call < 3; call++) {
      const { data, response } = await chainData.getBlock(params).withResponse();
      expect([data, response.headers.get("x-request-id")]).toEqual([body, "7"]);
    }
  });

  test("is for all operations", async () => {
    server.use(
      ...handlers({ baseUrl, all: notFound(), responses: { chainData: { getNft: example() } } }),
    );
    expect(await chainData.getBlock(params).result()).toMatchObject({ error: { status: 404 } });
    const nft = operations.chainData.getNft.examples[0] as never;
    expect(await chainData.getNft(nft).result()).toMatchObject({ ok: true });
  });
});

describe("what the contract forbids", () => {
  const get = (path: string, init?: RequestInit) => fetch(`${baseUrl}${path}`, init);
  const post = (body: string, type = "application/json", token = "Bearer x") => {
    const headers = { "content-type": type, authorization: token };
    return get("/public_api/v1/ns/tags/create-tag", { method: "POST", body, headers });
  };

  test.each([
    ["a pattern", "/v2/ethereum/blocks/abc", "block_number"],
    ["a range", "/ethereum/v1/transactions?limit=101", "limit"],
    ["a number in the path", "/ethereum/v1/block/latest/transactions", "blockNumber"],
  ])("is refused with the parameter's name: %s", async (_, path, parameter) => {
    const response = await get(path);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      ...{ type: "/problems/invalid-parameter", status: 400 },
      detail: expect.stringContaining(parameter),
      errors: [{ parameter, reason: expect.any(String) }],
    });
  });

  test("with a body that lacks a field, in the envelope of the operation", async () => {
    const response = await post('{"subgraph_name":"a","version":"1"}');
    expect(response.status).toBe(400);
    const message = expect.stringContaining("tag is required");
    expect(await response.json()).toMatchObject({ code: 400, msg: message });
  });

  test("a missing token, and one in another scheme", async () => {
    const withoutToken = await get("/public_api/v1/ns/tags/query-tag", { method: "POST" });
    expect(withoutToken.status).toBe(401);
    expect(withoutToken.headers.get("www-authenticate")).toBe("Bearer");
    expect((await post("{}", "application/json", "Basic x")).status).toBe(401);
    expect((await get("/v2/ethereum/blocks/1")).status).toBe(200);
    expect((await get("/v2/ethereum/blocks/1", { headers: { authorization: "x" } })).status).toBe(
      401,
    );
  });
});

test("passes requests to other hosts through", async () => {
  await expect(fetch("https://api.example.com/elsewhere")).rejects.toThrow();
});
