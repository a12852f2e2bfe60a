import type { PostgresLocation } from "./postgres/location.ts";

/** Type of a column. `word` is an integer of 32 bytes, `utf8` untrusted text, which may contain NUL. */
export type CopyColumn = "int8" | "int4" | "bytes" | "word" | "text" | "utf8" | "bool";

/** Value of a column. */
export type CopyValue = number | string | boolean | Uint8Array | null;

/** A row, in the order of the columns. */
export type CopyRow = readonly CopyValue[];

type Table = Readonly<Record<string, CopyColumn>>;

/** Tables of which the rows belong to a block, and do not change once the block is final. */
export const HISTORY = {
  block: { number: "int8", hash: "bytes", time: "int8", body: "text" },
  tx: {
    ...{ id: "int8", hash: "bytes", sender: "bytes", recipient: "bytes", created: "bytes" },
    ...{ input: "bytes", numbers: "text" },
  },
  nft_transfer: {
    ...{ collection: "bytes", token_id: "word", block: "int8", log_index: "int4" },
    ...{ sender: "bytes", owner: "bytes", time: "int8" },
  },
} as const satisfies Readonly<Record<string, Table>>;

/** Tables of the state at the latest block. */
export const STATE = {
  token: {
    ...{ address: "bytes", name: "utf8", symbol: "utf8", decimals: "int4" },
    ...{ is_erc20: "bool", is_erc721: "bool", stale: "bool" },
  },
  balance: { owner: "bytes", token: "bytes", raw: "word", since: "int8" },
  dirty: { owner: "bytes", token: "bytes", since: "int8" },
  discovered: { owner: "bytes", lowest: "int8" },
  touched: { block: "int8", owner: "bytes", token: "bytes" },
  nft: {
    ...{ collection: "bytes", token_id: "word", owner: "bytes", uri: "utf8" },
    ...{ metadata: "text", asked: "bool" },
  },
  metadata_due: { collection: "bytes", token_id: "word", attempts: "int4", due: "int8" },
} as const satisfies Readonly<Record<string, Table>>;

/** Name of a table of the state. */
export type StateTable = keyof typeof STATE;

/** Tables that are counted. */
export const COUNTED = [
  ...Object.keys(HISTORY),
  "address_tx",
  ...Object.keys(STATE),
] as readonly string[];

/** Numbers of the first and the last block. */
export interface Bounds {
  readonly first: number;
  readonly last: number;
}

/** Rows of some consecutive blocks. */
interface HistoryRows {
  readonly block: readonly CopyRow[];
  readonly tx: readonly CopyRow[];
  readonly nft_transfer: readonly CopyRow[];
  /** Blocks of which all NFT transfers are included; those of removed blocks remain. */
  readonly transfersOf: Bounds;
}

/** A chain that is copied. Each call sees one state of it. */
export interface CopySource {
  /** Returns the bounds of the stored blocks; undefined if there are none. */
  bounds(): Promise<Bounds | undefined>;
  /** Returns the hash of a block as hexadecimal. */
  hash(number: number): Promise<string | undefined>;
  /**
   * Reads the first blocks of a range.
   *
   * @param transfersFrom First block of which NFT transfers are read.
   * @param limit Maximum number of blocks.
   */
  history(range: Bounds, transfersFrom: number, limit: number): Promise<HistoryRows>;
  /** Reads a table of the state in batches. */
  state(table: StateTable): AsyncIterable<readonly CopyRow[]>;
  /** Returns the chain id of the nodes that the blocks were read from; undefined if it is unknown. */
  chainId(): Promise<number | undefined>;
  /** Counts the rows of a table. */
  count(table: string): Promise<number>;
  /**
   * Locks the chain for writing until the source is closed.
   *
   * @throws StoreLockedError if another process writes it.
   */
  lock(): Promise<void>;
  close(): Promise<void>;
}

/** An unfinished copy, which has a name of its own until it is complete; it can be resumed. */
export interface CopyTarget extends Pick<CopySource, "bounds" | "hash" | "count" | "close"> {
  /** Location of the unfinished copy. */
  readonly location: PostgresLocation;
  /** Adds blocks above or below those copied so far, in one transaction. */
  add(rows: HistoryRows): Promise<void>;
  /** Removes the blocks outside of a range. */
  retain(range: Bounds): Promise<void>;
  /** Replaces the state, in one transaction. */
  setState(read: CopySource["state"], chainId: number | undefined): Promise<void>;
  /**
   * Makes the copy available under its name, and closes it.
   *
   * @throws Error if there is a chain already.
   */
  finish(): Promise<void>;
}

/** Thrown if the target of a copy has data. */
export class TargetExistsError extends Error {
  override readonly name = "TargetExistsError";

  /** @param place File or schema of the chain, for the message. */
  constructor(place: string) {
    super(`${place} has blocks already; a copy needs a place without the chain`);
  }
}
