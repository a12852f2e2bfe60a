import { createAddressDataClient } from "@chainkit/address-data";
import { expect } from "vitest";
import { expectServed } from "./support/expected.ts";
import { SOME_RUNS, withBlocks, withData } from "./support/real-blocks.ts";
import { times } from "./support/thorough.ts";

withData("every transaction and block is served as the node told it, field by field", async () => {
  let count = 0;
  for (const run of SOME_RUNS) {
    const { service, blocks } = await withBlocks(run);
    count += blocks.length;
    for (const source of blocks) {
      await expectServed(service, "ethereum", source);
    }
  }
  expect(count).toBeGreaterThan(times(1, 8));
});

withData("the listings have every transaction once, newest first, at any page size", async () => {
  const { service, blocks } = await withBlocks(/^1768611[0-3]/);
  const client = createAddressDataClient({ baseUrl: service.url });
  const all = blocks.flatMap(({ block }) => block.transactions).reverse();
  for (const limit of [7, 100]) {
    const listed = await client
      .getLatestTransactions({ chainName: "ethereum", limit })
      .toArray({ max: 5000 });
    expect(listed.map((tx) => tx.transaction_hash)).toEqual(all.map(({ hash }) => hash));
  }
  const counts = new Map<string, number>();
  for (const { from } of all) {
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  const [busiest = ""] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const of = all.filter(({ from, to }) => from === busiest || to === busiest);
  const walletAddress = busiest.toUpperCase().replace("0X", "0x");
  const listed = await client
    .getAddressTransactions({ chainName: "ethereum", walletAddress, limit: 3 })
    .toArray({ max: 5000 });
  expect(of.length).toBeGreaterThan(3);
  expect(listed.map((tx) => tx.transaction_hash)).toEqual(of.map(({ hash }) => hash));
});

withData("a cursor is good for its own listing only", async () => {
  const { service } = await withBlocks(/^1768611[12]/);
  const path = (block: number) => `/ethereum/v1/block/${block}/transactions`;
  const { cursor } = (await service.get(`${path(17686111)}?limit=2`)).body;
  expect((await service.get(`${path(17686111)}?cursor=${cursor}`)).status).toBe(200);
  for (const other of [path(17686112), "/ethereum/v1/transactions"]) {
    const { status, body } = await service.get(`${other}?cursor=${cursor}`);
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ parameter: "cursor", reason: "is not a cursor of this listing" }],
    });
  }
  expect((await service.get(`${path(17686111)}?cursor=`)).status).toBe(400);
});
