// What the benchmarks of this repository measure; not part of the published package.
export { formatMetadata } from "./chain/metadata.ts";
export type { BlockName, Hex, TransactionRecord } from "./chain/records.ts";
export type { BlockChange, ChainWriter } from "./store/chain-writer.ts";
export { openWriter, type StoreLocation } from "./store/open.ts";
