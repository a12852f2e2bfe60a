import { expect, test } from "vitest";
import { createReader } from "../src/chain/discover.ts";
import { transactions } from "./reference/data.ts";
import { onReference } from "./reference/fixture.ts";

test("a reader follows the cursors of a listing up to its last page", async () => {
  const id = "getLatestTransactions";
  const hashes = await onReference(id, async ({ context }) => {
    const read = createReader(context, () => false);
    const records = await read(id, { chainName: "ethereum" }, 5);
    return records.map(({ transaction_hash }) => transaction_hash);
  });
  expect(hashes).toEqual(transactions.map(({ transaction_hash }) => transaction_hash));
});
