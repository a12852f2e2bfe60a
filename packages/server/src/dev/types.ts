// What users of the package see. It imports nothing, so that their compilers need no types of dependencies.

/** Parameters by operation id, in the order in which the calls should be made. */
export type DevValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Lists of calls by operation id. */
export type DevKnown = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A service over a local chain. */
export interface DevService {
  readonly url: string;
  /** Address of the explorer. */
  readonly explorerUrl: string;
  /** JSON-RPC URL of the local node. */
  readonly rpcUrl: string;
  /** A management token. */
  readonly token: string;
  /** Returns parameters by operation id for which each operation returns data. */
  values(): Promise<DevValues>;
  /** Returns calls that succeed, by operation id, in the format of `--known` of the contract suite. */
  known(): Promise<DevKnown>;
  /** Registers another version of a subgraph, for tags and removal. */
  register(name: string, version: string): Promise<void>;
  /** Stops service and chain, and deletes their data. */
  stop(): Promise<void>;
}
