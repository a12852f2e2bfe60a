/** Thoroughness of the measurements of the service. */
export interface Effort {
  /** Number of rounds, after one round of warm-up. */
  readonly rounds: number;
  /** Duration of a candidate in a round, in seconds. */
  readonly seconds: number;
  /** Duration of latency measurements, in seconds. */
  readonly loadSeconds: number;
  /** URLs of each kind that are requested in a round, each once. */
  readonly firstReads: number;
  /** Blocks of the local node; at least the depth of a rollback. */
  readonly nodeBlocks: number;
  /** Transactions per block. */
  readonly perBlock: number;
  /** Number of imports. */
  readonly imports: number;
  /** Number of copies of each real block. */
  readonly copies: number;
  /** Share of the files used for warm-up; if 0, the start of the program is included. */
  readonly warmUp: number;
  /** Number of files of real blocks that are read; the rest is left out. */
  readonly realFiles: number;
  /** Blocks of the large synthetic store. */
  readonly syntheticBlocks: number;
  /** Their transactions; a multiple of 3, so that a third belongs to the hottest address. */
  readonly syntheticPerBlock: number;
  /** Turns of two servers that are measured in the same seconds, after one turn of warm-up. */
  readonly turns: number;
  /** Number of requests per page. */
  readonly pageReads: number;
  /** Whether the node of a chain that catches up gives way to all other programs. */
  readonly nodeGivesWay: boolean;
  /** Number of idle connections. */
  readonly connections: number;
  /** Number of rollbacks of 64 blocks. */
  readonly rollbacks: number;
  /** Number of new blocks. */
  readonly newBlocks: number;
  /** Duration of the soak test, in minutes. */
  readonly soakMinutes: number;
  /** Interval between memory samples, in seconds. */
  readonly soakSample: number;
  /** Provider in front of the node of the soak test, one of `PROVIDERS`; default: none. */
  readonly provider?: string | undefined;
}

export const THOROUGH: Effort = {
  rounds: 7,
  seconds: 1.5,
  loadSeconds: 10,
  firstReads: 250,
  nodeBlocks: 200,
  perBlock: 300,
  imports: 3,
  copies: 12,
  warmUp: 0.25,
  realFiles: Number.POSITIVE_INFINITY,
  syntheticBlocks: 1_000,
  syntheticPerBlock: 300,
  turns: 9,
  pageReads: 400,
  nodeGivesWay: true,
  // The service accepts 10,000; some of them send requests.
  connections: 9_900,
  rollbacks: 3,
  newBlocks: 20,
  soakMinutes: 10,
  soakSample: 10,
};

export const QUICK: Effort = {
  rounds: 1,
  seconds: 0.1,
  loadSeconds: 0.4,
  firstReads: 20,
  nodeBlocks: 66,
  perBlock: 8,
  imports: 1,
  copies: 1,
  // The rest is too short here: the difference of two times would be noise.
  warmUp: 0,
  realFiles: 4,
  syntheticBlocks: 10,
  // Two pages of the hottest address.
  syntheticPerBlock: 60,
  turns: 2,
  pageReads: 20,
  // On a busy machine it would never get a turn.
  nodeGivesWay: false,
  connections: 200,
  rollbacks: 1,
  newBlocks: 2,
  soakMinutes: 0.1,
  soakSample: 0.5,
};
