/** Type of a column. `word` is an integer of 32 bytes, `utf8` untrusted text, which may contain NUL. */
export type CopyColumn = "int8" | "int4" | "bytes" | "word" | "text" | "utf8" | "bool";

/** Value of a column. */
export type CopyValue = number | string | boolean | Uint8Array | null;

/** A row, in the order of the columns. */
export type CopyRow = readonly CopyValue[];

type Table = Readonly<Record<string, CopyColumn>>;

/** Tables of which the rows belong to a block. */
export const HISTORY = {
  block: { number: "int8", hash: "bytes", time: "int8", body: "text" },
  tx: {
    id: "int8",
    hash: "bytes",
    sender: "bytes",
    recipient: "bytes",
    created: "bytes",
    input: "bytes",
    numbers: "text",
  },
  nft_transfer: {
    collection: "bytes",
    token_id: "word",
    block: "int8",
    log_index: "int4",
    sender: "bytes",
    owner: "bytes",
    time: "int8",
  },
} as const satisfies Readonly<Record<string, Table>>;

/** Tables of the state at the latest block. */
export const STATE = {
  token: {
    address: "bytes",
    name: "utf8",
    symbol: "utf8",
    decimals: "int4",
    is_erc20: "bool",
    is_erc721: "bool",
    stale: "bool",
  },
  token_due: { address: "bytes", attempts: "int4", due: "int8" },
  balance: { owner: "bytes", token: "bytes", raw: "word", since: "int8" },
  dirty: { owner: "bytes", token: "bytes", since: "int8" },
  dirty_aside: { token: "bytes", owner: "bytes", since: "int8" },
  discovered: { owner: "bytes", lowest: "int8" },
  touched: { block: "int8", owner: "bytes", token: "bytes" },
  nft: {
    collection: "bytes",
    token_id: "word",
    owner: "bytes",
    uri: "utf8",
    metadata: "text",
    asked: "bool",
    aside: "bool",
    fault: "text",
  },
  nft_range: {
    ...{ collection: "bytes", first_id: "word", last_id: "word", sender: "bytes", owner: "bytes" },
    ...{ block: "int8", time: "int8", log_index: "int4" },
  },
  possible_nft: {
    ...{ collection: "bytes", block: "int8", log_index: "int4", time: "int8" },
    ...{ token_id: "word", sender: "bytes", owner: "bytes" },
  },
  unrecognized: { owner: "bytes", contract: "bytes", block: "int8" },
  set_aside: { contract: "bytes", reason: "utf8", attempts: "int4", due: "int8", trying: "bool" },
  metadata_due: { collection: "bytes", token_id: "word", attempts: "int4", due: "int8" },
} as const satisfies Readonly<Record<string, Table>>;

/** Name of a table of the state. */
export type StateTable = keyof typeof STATE;

/** Tables that are counted. */
export const COUNTED: readonly string[] = [
  ...Object.keys(HISTORY),
  "address_tx",
  ...Object.keys(STATE),
];

/** Rows of consecutive blocks. */
export type HistoryRows = Readonly<Record<keyof typeof HISTORY, readonly CopyRow[]>>;

/** First and last block of a chain that is copied. */
export interface CopiedBlocks {
  readonly first: number;
  readonly last: number;
}
