/** Thoroughness of the comparison of stores. */
export interface Effort {
  /** Blocks of each of the 20 ranges. */
  readonly blocksPerRange: number;
  /** Rounds of reads, after one for warming up, and seconds of a round. */
  readonly rounds: number;
  readonly seconds: number;
  readonly rollbacks: number;
  /** Copies of each ordinary block of Ethereum. */
  readonly copies: number;
}

export const THOROUGH: Effort = {
  ...{ blocksPerRange: 100, rounds: 7, seconds: 1.5 },
  ...{ rollbacks: 5, copies: 20 },
};
export const QUICK: Effort = {
  ...{ blocksPerRange: 4, rounds: 1, seconds: 0.2 },
  ...{ rollbacks: 1, copies: 1 },
};
