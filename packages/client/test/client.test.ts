import { startMock } from "@chainkit/mock";
import { listAreas } from "@chainkit/spec";
import { afterAll, describe, expect, expectTypeOf, test } from "vitest";
import { areas, type ChainData, createChainkit } from "../src/index.ts";
import { operations } from "../src/operations.ts";

const block = { chain_name: "ethereum", block_number: "17686112" } as const;

const mock = await startMock();
afterAll(mock.close);

describe("createChainkit", () => {
  test("has a client of each area, which sends the token where the contract asks for it", async () => {
    const paths: string[] = [];
    const chainkit = createChainkit({
      baseUrl: mock.url,
      token: "my-token",
      graphNs: "example-ns",
      fetch: (input, init) => {
        const authorization = new Headers(init.headers).get("authorization");
        paths.push(`${authorization ?? "no token"} ${new URL(String(input)).pathname}`);
        return fetch(input, init);
      },
    });
    const answer = await chainkit.chainData.getBlock(block);
    expectTypeOf(answer.block).toEqualTypeOf<ChainData.Block>();
    await chainkit.addressData.getLatestTransactions({ chainName: "ethereum" });
    await chainkit.subgraphManagement.queryTag({ subgraph_name: "a", version: "1" });
    expect(paths).toEqual([
      "Bearer my-token /v2/ethereum/blocks/17686112",
      "no token /ethereum/v1/transactions",
      "Bearer my-token /public_api/v1/example-ns/tags/query-tag",
    ]);
  });

  test("has no client of an area whose required options are missing", () => {
    const chainkit = createChainkit({ baseUrl: mock.url, token: "my-token" });
    expect(Object.keys(chainkit).sort()).toEqual(["addressData", "chainData"]);
    // @ts-expect-error without `graphNs` there is no such client
    expect(chainkit.subgraphManagement).toBeUndefined();
  });

  test("refuses options that no client has, and wrong ones", () => {
    // @ts-expect-error misspelt
    expect(() => createChainkit({ baseUrl: mock.url, tokn: "my-token" })).toThrow(
      /^client: tokn is unknown; expected headers, .*, token$/,
    );
    expect(() => createChainkit({ baseUrl: "ftp://example.com" })).toThrow(/baseUrl/);
  });
});

describe("the lists", () => {
  test("have every area of the contract", async () => {
    const names = (await listAreas()).map(({ name }) => name);
    expect(Object.values(areas).map(({ name }) => name)).toEqual(names);
    expect(Object.keys(operations)).toEqual(Object.keys(areas));
  });

  test("have the operations that the clients have", () => {
    for (const [key, area] of Object.entries(areas)) {
      const client = area.create({ baseUrl: mock.url, token: "my-token", graphNs: "example-ns" });
      expect(Object.keys(operations[key as keyof typeof operations])).toEqual(Object.keys(client));
    }
  });
});
