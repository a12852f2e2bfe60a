import type { Hex, TransactionRecord } from "./records.ts";

/** Returns the addresses that take part in a transaction: sender, recipient and created contract. */
export function participants({
  from,
  to,
  contractAddress,
}: Pick<TransactionRecord, "from" | "to" | "contractAddress">): readonly Hex[] {
  return [...new Set([from, to, contractAddress].filter((address) => address !== null))];
}
