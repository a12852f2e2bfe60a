import type { FollowerStatus, SetAside } from "../store/chain-reader.ts";

/** Progress of a chain. */
export interface IngestStatus extends FollowerStatus {
  /** Whether another process follows the chain, and this one waits to take over. */
  readonly isStandby?: boolean;
}

/** Event of following a chain, as plain data that can be posted to another thread. */
export type IngestEvent =
  | { readonly kind: "status"; readonly status: IngestStatus }
  | { readonly kind: "block"; readonly transactions: number }
  /** The nodes run a development chain; emitted once. */
  | { readonly kind: "development chain" }
  | { readonly kind: "reorg"; readonly depth: number; readonly seconds: number }
  /** Longest time that a pending balance can have waited to be read; emitted when it changes. */
  | { readonly kind: "balances waiting"; readonly seconds: number }
  /** Balances that had changed without a log were corrected. */
  | { readonly kind: "balances corrected"; readonly count: number }
  /** The results of a contract cannot be processed. */
  | ({ readonly kind: "set aside" } & SetAside)
  /** What some wallets received below the oldest block was found. */
  | {
      readonly kind: "wallets discovered";
      readonly wallets: number;
      readonly pairs: number;
      readonly nfts: number;
    }
  /** The logs of wallets cannot be read. */
  | { readonly kind: "discovery failed"; readonly reason: string }
  /** No metadata can be stored; emitted once per reason. */
  | { readonly kind: "metadata failed"; readonly reason: string }
  /** The chain does not advance; emitted once per reason. */
  | { readonly kind: "trouble"; readonly reason: string }
  | { readonly kind: "recovered" }
  /** The head of the node has been behind the tip for some time; emitted once. */
  | { readonly kind: "node behind"; readonly head: number; readonly served: number }
  | { readonly kind: "node caught up"; readonly head: number }
  /** Blocks from `from` up to the oldest stored block cannot be added; emitted once per reason. */
  | {
      readonly kind: "history unavailable";
      readonly reason: string;
      readonly from: number;
      readonly oldest: number;
    }
  /** Another process writes the chain; this one takes over when that exits. */
  | { readonly kind: "standby"; readonly reason: string }
  /** This process writes the chain from now on, after it has waited for another one. */
  | { readonly kind: "took over" }
  /** The right to write was lost; this process waits to take over again. */
  | { readonly kind: "lease lost"; readonly reason: string }
  /** JSON-RPC calls since the last event of this kind. */
  | {
      readonly kind: "rpc usage";
      readonly calls: Readonly<Record<string, number>>;
      /** Calls per second that the provider allows; Infinity if it has signalled no limit. */
      readonly rate: number;
    }
  /** A node did not respond, or its data is unusable. */
  | {
      readonly kind: "node failed";
      readonly host: string;
      readonly reason: string;
      /** Host of the node that is used instead. */
      readonly next?: string | undefined;
    };

export type Emit = (event: IngestEvent) => void;
