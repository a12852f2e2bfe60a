// What the benchmarks of this repository measure; not part of the published package.
export { formatMetadata } from "./chain/metadata.ts";
export type { BlockName, Hex, TransactionRecord } from "./chain/records.ts";
export { readBlock } from "./ingest/verified-blocks.ts";
export { readBlockFile } from "./source/block-files.ts";
export type { ChainReader } from "./store/chain-reader.ts";
export type { BlockChange, ChainWriter } from "./store/chain-writer.ts";
export { openReader, openWriter, type StoreLocation } from "./store/open.ts";
