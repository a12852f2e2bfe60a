import { expect, test } from "vitest";
import { rankColumns } from "../src/output/table.ts";

test.each([
  [
    "transaction_hash block_hash block_timestamp from_address gas_price value to_address",
    "transaction_hash",
    "transaction_hash from_address to_address value block_timestamp block_hash gas_price",
  ],
  [
    "contract.address raw_balance balance contract.name contract.symbol",
    "contract.address",
    "contract.address balance contract.symbol contract.name raw_balance",
  ],
  [
    "id createdAt dueDate senderName totalAmount",
    "id",
    "id senderName totalAmount dueDate createdAt",
  ],
  ["total_difficulty hash number timestamp", "none", "timestamp number total_difficulty hash"],
  ["value to_address from_address", "none", "from_address to_address value"],
  ["zz gas_price price block_number status", "zz", "zz price block_number status gas_price"],
  ["other createdDate title currency", "none", "currency title createdDate other"],
  ["total_difficulty senderName recipient", "none", "senderName recipient total_difficulty"],
  ["b a", "none", "b a"],
])("%s, with the key %s, are ranked: %s", (names, key, ranked) => {
  expect(rankColumns(names.split(" "), [key]).join(" ")).toBe(ranked);
});
