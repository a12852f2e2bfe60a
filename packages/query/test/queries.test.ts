import { createAddressDataClient } from "@chainkit/address-data";
import { createChainDataClient } from "@chainkit/chain-data";
import { areas } from "@chainkit/client";
import { type OperationDescription, operations } from "@chainkit/client/operations";
import { type Mock, startMock } from "@chainkit/mock";
import { type ApiCall, createClient, results } from "@chainkit/runtime";
import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from "@tanstack/query-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { areaKey, createQueries } from "../src/index.ts";
import { type Answer, serve } from "./http.ts";

const block = { chain_name: "ethereum", block_number: "17686112" } as const;
const wallet = {
  chainName: "ethereum",
  walletAddress: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
};
const fast = { retry: { attempts: 3, baseDelayMs: 1 } };

let mock: Mock;
let queryClient: QueryClient;
const cleanups: (() => void)[] = [];
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock?.close());
beforeEach(() => {
  // Outside of a browser, the default is not to retry.
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 1 } } });
  queryClient.mount();
});
afterEach(() => {
  queryClient.unmount();
  queryClient.clear();
  for (const cleanup of cleanups.splice(0)) {
    cleanup();
  }
});

const chainData = (baseUrl = mock.url) =>
  createQueries(createChainDataClient({ baseUrl, ...fast }));
const addressData = (baseUrl = mock.url) =>
  createQueries(createAddressDataClient({ baseUrl, ...fast }));
const management = () =>
  createQueries(createSubgraphManagementClient({ baseUrl: mock.url, graphNs: "ns", token: "t" }));

async function served(answer: (url: URL, count: number) => Answer) {
  const server = await serve(answer);
  cleanups.push(server.close);
  return server;
}

/** Subscribes and waits until the observer has come to rest. */
function settled<Result extends { isFetching: boolean }>(observer: {
  subscribe(listener: (result: Result) => void): () => void;
  getCurrentResult(): Result;
}): Promise<Result> {
  return new Promise((resolve) => {
    const check = (result: Result) => !result.isFetching && resolve(result);
    cleanups.push(observer.subscribe(check));
    check(observer.getCurrentResult());
  });
}

describe("keys", () => {
  it("name what is requested, though the caller changes its object afterwards", async () => {
    const server = await served(() => [200, { block: {}, transactions: [], cursor: null }]);
    const params: { -readonly [Name in keyof typeof block]: string } = { ...block };
    const query = chainData(server.baseUrl).getBlock.queryOptions(params as typeof block);
    const of = { ...wallet };
    const { getAddressTransactions } = addressData(server.baseUrl);
    const listing = getAddressTransactions.infiniteQueryOptions(of);
    params.block_number = "1";
    of.chainName = "polygon";
    await settled(new QueryObserver(queryClient, query));
    await settled(new InfiniteQueryObserver(queryClient, listing));
    expect(server.requests.map(({ url }) => url)).toEqual([
      "/v2/ethereum/blocks/17686112",
      `/ethereum/v1/address/${wallet.walletAddress}/transactions`,
    ]);
  });

  it("invalidate an area, an operation, or the calls with some parameters", async () => {
    const queries = addressData();
    const page = queries.getAddressTransactions.queryOptions({ ...wallet, limit: 2 });
    const all = queries.getAddressTransactions.infiniteQueryOptions({ ...wallet, limit: 2 });
    const other = queries.getErc20Balances.queryOptions({ ...wallet, limit: 2 });
    const invalidated = async (queryKey: readonly unknown[]) => {
      queryClient.clear();
      await queryClient.fetchQuery(page);
      await queryClient.fetchInfiniteQuery(all);
      await queryClient.fetchQuery(other);
      await queryClient.invalidateQueries({ queryKey });
      return [page, all, other].map(
        (options) => queryClient.getQueryState(options.queryKey)?.isInvalidated,
      );
    };
    expect(await invalidated(areaKey(queries))).toEqual([true, true, true]);
    const { queryKey } = queries.getAddressTransactions;
    expect(await invalidated(queryKey())).toEqual([true, true, false]);
    expect(await invalidated(queryKey({ chainName: "ethereum" }))).toEqual([true, true, false]);
    expect(await invalidated(queryKey({ chainName: "bsc" }))).toEqual([false, false, false]);
  });
});

describe("a query", () => {
  it("fetches the body of the response", async () => {
    const data = await queryClient.fetchQuery(chainData().getBlock.queryOptions(block));
    expect(data.block.number).toBe(17686112);
  });

  it("is aborted with its signal", async () => {
    const server = await served(() => undefined);
    const options = chainData(server.baseUrl).getBlock.queryOptions(block);
    const fetched = queryClient.fetchQuery(options);
    await expect.poll(() => server.requests.length).toBe(1);
    await queryClient.cancelQueries({ queryKey: options.queryKey });
    await expect(fetched).rejects.toThrow();
    await server.requests[0]?.gone;
  });

  it("is retried by the client alone", async () => {
    const server = await served(() => [500, {}]);
    const options = chainData(server.baseUrl).getBlock.queryOptions(block);
    const result = await settled(new QueryObserver(queryClient, options));
    expect(result.error).toMatchObject({ kind: "http", status: 500, attempts: 3 });
    expect(server.requests).toHaveLength(3);
  });
});

it.each([
  ["GET", 204],
  ["HEAD", 200],
] as const)("%s without a body is null", async (method, status) => {
  const server = await served(() => [status, undefined]);
  const table = { isStarred: { method, path: "/starred", noContent: true } } as const;
  const client = createClient<{ isStarred(): ApiCall<undefined, Error> }>(
    table,
    { baseUrl: server.baseUrl },
    [{ area: "starred" }, results],
  );
  const { isStarred } = createQueries(client);
  const result = await settled(new QueryObserver(queryClient, isStarred.queryOptions()));
  expect(result).toMatchObject({ status: "success", data: null });
});

describe("an infinite query", () => {
  const page = (cursor: string | null, ...hashes: string[]) => ({
    cursor,
    transactions: hashes.map((transaction_hash) => ({ transaction_hash })),
  });
  const observe = (baseUrl: string, cursor?: string) => {
    const { getAddressTransactions } = addressData(baseUrl);
    const options = getAddressTransactions.infiniteQueryOptions({ ...wallet, cursor });
    return new InfiniteQueryObserver(queryClient, options);
  };
  const cursorOf = (url: URL) => url.searchParams.get("cursor");

  it("follows the cursors to the end and flattens the pages", async () => {
    const params = { ...wallet, limit: 2 };
    const expected = await createAddressDataClient({ baseUrl: mock.url })
      .getAddressTransactions(params)
      .toArray();
    const options = addressData().getAddressTransactions.infiniteQueryOptions(params);
    const observer = new InfiniteQueryObserver(queryClient, options);
    let result = await settled(observer);
    while (result.hasNextPage) {
      result = await observer.fetchNextPage();
    }
    expect(result.data).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  });

  it("starts at a cursor, and fetches a page at a time", async () => {
    const server = await served((url) =>
      cursorOf(url) === "b" ? [200, page("c", "0x2")] : [200, page(null, "0x3")],
    );
    const observer = observe(server.baseUrl, "b");
    expect((await settled(observer)).data).toEqual([{ transaction_hash: "0x2" }]);
    expect(server.requests).toHaveLength(1);
    const { data, hasNextPage } = await observer.fetchNextPage();
    expect(data).toHaveLength(2);
    expect(hasNextPage).toBe(false);
    expect((await observer.refetch()).data).toHaveLength(2);
  });

  it("fails if the cursors would never end", async () => {
    const following: Record<string, string> = { a: "b", b: "c", c: "a" };
    const server = await served((url) => [200, page(following[cursorOf(url) ?? ""] ?? "a", "0x")]);
    const observer = observe(server.baseUrl);
    await settled(observer);
    await observer.fetchNextPage();
    expect(await observer.refetch()).toMatchObject({ error: null, data: [{}, {}] });
    await observer.fetchNextPage();
    const { error, data } = await observer.fetchNextPage();
    expect(error).toMatchObject({ kind: "pagination", operation: "getAddressTransactions" });
    expect(data).toHaveLength(3);
  });

  it("fails at a page without items", async () => {
    const server = await served(() => [200, { cursor: null }]);
    const { error } = await settled(observe(server.baseUrl));
    expect(error?.message).toBe("getAddressTransactions: page has no array transactions");
  });
});

describe("a mutation", () => {
  it("sends its variables as parameters", async () => {
    const options = management().createTag.mutationOptions();
    const observer = new MutationObserver(queryClient, options);
    const tag = { subgraph_name: "erc20-transfers", version: "1.2.0", tag: "prod" };
    expect(await observer.mutate(tag)).toHaveProperty("msg");
    expect(queryClient.getMutationCache().findAll(options)).toHaveLength(1);
  });

  it("is not for what reads, though it be a POST", async () => {
    const { queryTag } = management();
    const options = queryTag.queryOptions({ subgraph_name: "erc20-transfers", version: "1.2.0" });
    expect(await queryClient.fetchQuery(options)).toHaveProperty("data.tags");
    expect(queryTag).not.toHaveProperty("mutationOptions");
  });
});

it("offers for every operation what its description says", () => {
  const options = { baseUrl: mock.url, token: "t", graphNs: "ns" };
  for (const [key, area] of Object.entries(areas)) {
    const queries: Record<string, object> = { ...createQueries<object>(area.create(options)) };
    const described = operations[key as keyof typeof operations];
    expect(Object.keys(queries)).toEqual(Object.keys(described));
    for (const { id, safe, pagination } of Object.values<OperationDescription>(described)) {
      const expected = safe
        ? ["queryKey", "queryOptions", ...(pagination ? ["infiniteQueryOptions"] : [])]
        : ["mutationKey", "mutationOptions"];
      expect([id, ...Object.keys(queries[id] ?? {})]).toEqual([id, ...expected]);
    }
  }
});

it("refuses what is not a client", () => {
  expect(() => createQueries({})).toThrow("not a client created by the factory of an area");
});
