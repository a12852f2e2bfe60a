import { expect, test } from "vitest";
import { rankColumns } from "../src/output/table.ts";

test.each([
  [
    [
      "transaction_hash",
      "block_hash",
      "block_timestamp",
      "from_address",
      "gas_price",
      "value",
      "to_address",
    ],
    ["transaction_hash"],
    ["transaction_hash", "from_address", "to_address", "value", "block_timestamp"],
  ],
  [
    ["contract.address", "raw_balance", "balance", "contract.name", "contract.symbol"],
    ["contract.address"],
    ["contract.address", "balance", "contract.symbol", "contract.name"],
  ],
  [
    ["id", "createdAt", "dueDate", "senderName", "totalAmount"],
    ["id"],
    ["id", "senderName", "totalAmount"],
  ],
  [["total_difficulty", "hash", "number", "timestamp"], [], ["timestamp", "number"]],
  [["value", "to_address", "from_address"], [], ["from_address", "to_address", "value"]],
  [
    ["zz", "gas_price", "price", "block_number", "status"],
    ["zz"],
    ["zz", "price", "block_number", "status", "gas_price"],
  ],
  [
    ["other", "createdDate", "title", "currency"],
    [],
    ["currency", "title", "createdDate", "other"],
  ],
  [
    ["total_difficulty", "senderName", "recipient"],
    [],
    ["senderName", "recipient", "total_difficulty"],
  ],
  [["b", "a"], [], ["b", "a"]],
])("of %j, with the key %j, these come first: %j", (names, key, first) => {
  const ranked = rankColumns(names, key);
  expect(ranked.slice(0, first.length)).toEqual(first);
  expect([...ranked].sort()).toEqual([...names].sort());
});
