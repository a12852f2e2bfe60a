import type { Hex, TransactionRecord } from "./records.ts";

/** Addresses that take part in a transaction: its sender, its receiver and the contract it created. */
export function participants({
  from,
  to,
  contractAddress,
}: Pick<TransactionRecord, "from" | "to" | "contractAddress">): readonly Hex[] {
  return [...new Set([from, to, contractAddress].filter((address) => address !== null))];
}
