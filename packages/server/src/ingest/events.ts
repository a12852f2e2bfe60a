import type { Hex } from "../chain/records.ts";

/** How far a chain is followed. */
export interface IngestStatus {
  /** Newest block of the node; undefined before it has answered. */
  readonly head: number | undefined;
  /** Hash of the newest block at which balances and metadata are up to date. */
  readonly settled: Hex | undefined;
  /** What keeps it from going on. */
  readonly trouble: string | undefined;
}

/** What those who follow a chain tell of it, in plain data: it may have to cross to another thread. */
export type IngestEvent =
  | { readonly kind: "status"; readonly status: IngestStatus }
  /** A block was added. */
  | { readonly kind: "block"; readonly transactions: number }
  /** The chain has changed; so many blocks were taken away, in so much time. */
  | { readonly kind: "reorg"; readonly depth: number; readonly seconds: number }
  /** Balances had changed without an event, and were found by asking again. */
  | { readonly kind: "balances corrected"; readonly count: number }
  /** It cannot go on, and why; told once for as long as the reason stays the same. */
  | { readonly kind: "trouble"; readonly reason: string }
  /** Another process writes the chain; this one takes over when it ends. */
  | { readonly kind: "standby"; readonly reason: string }
  /** JSON-RPC calls since the last event of this kind. */
  | {
      readonly kind: "rpc usage";
      /** By method. */
      readonly calls: Readonly<Record<string, number>>;
      /** Calls per second that the provider allows; Infinity if it has set no limit so far. */
      readonly rate: number;
    }
  /** A node did not answer, or cannot be used. */
  | { readonly kind: "node left"; readonly host: string; readonly reason: string };

/** Takes in what is told. */
export type Tell = (event: IngestEvent) => void;
