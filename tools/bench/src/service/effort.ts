/** How thoroughly the service is measured. */
export interface Effort {
  /** Rounds in which candidates are compared; one more warms up. */
  readonly rounds: number;
  /** How long one candidate is loaded in one round, in seconds. */
  readonly seconds: number;
  /** How long the service is loaded to learn its latencies, in seconds. */
  readonly loadSeconds: number;
  /** Blocks that the local node is filled with; at least those of a rollback. */
  readonly nodeBlocks: number;
  /** Transactions of each of them. */
  readonly perBlock: number;
  /** How often files are imported. */
  readonly imports: number;
  /** The share of the files that only warms up; without one, the start of the program counts too. */
  readonly warmUp: number;
  /** Blocks of the large store that is made up. */
  readonly syntheticBlocks: number;
  /** How often each page is asked for. */
  readonly pageReads: number;
  /** Connections that are opened and stay idle. */
  readonly connections: number;
  /** How often 64 blocks are rolled back. */
  readonly rollbacks: number;
  /** How many new blocks are waited for. */
  readonly newBlocks: number;
  /** How long the soak lasts, in minutes. */
  readonly soakMinutes: number;
  /** Seconds between two looks at the memory. */
  readonly soakSample: number;
}

export const THOROUGH: Effort = {
  rounds: 7,
  seconds: 1.5,
  loadSeconds: 10,
  nodeBlocks: 200,
  perBlock: 300,
  imports: 3,
  warmUp: 0.25,
  syntheticBlocks: 1_000,
  pageReads: 400,
  // The service takes 10,000, and is asked on some of them.
  connections: 9_900,
  rollbacks: 3,
  newBlocks: 20,
  soakMinutes: 10,
  soakSample: 10,
};

export const QUICK: Effort = {
  rounds: 1,
  seconds: 0.3,
  loadSeconds: 1,
  nodeBlocks: 66,
  perBlock: 20,
  imports: 1,
  // The rest is so short here that the difference of two times would be noise.
  warmUp: 0,
  syntheticBlocks: 10,
  pageReads: 20,
  connections: 200,
  rollbacks: 1,
  newBlocks: 2,
  soakMinutes: 0.1,
  soakSample: 0.5,
};
