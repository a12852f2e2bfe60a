import type { ChainSample } from "../source/node-check.ts";

/** What a chain will take, from a sample of its latest blocks. */
export interface Estimate {
  readonly diskBytesPerDay: number;
  readonly callsPerMonth: number;
  /** Days until the latest block is reached; Infinity if the chain is faster than its node. */
  readonly catchUpDays: number;
}

/** Settings that the estimate depends on. */
export interface EstimateSettings {
  readonly from: number | undefined;
  readonly pollMs: number;
  readonly sweepPairs: number;
  readonly hasWebSocket: boolean;
}

const DAY_SECONDS = 86_400;
const DAYS_PER_MONTH = 30;
/** Measured with blocks of Ethereum; see the guide on keeping data. */
const BYTES_PER_TRANSACTION = 1_300;
/** Transactions per second that one core verifies and writes; see the guide on running the service. */
const TRANSACTIONS_PER_SECOND = 3_500;
/** Share of the time between two blocks in which the next one is due and polled for. */
const POLLED_SHARE = 1 / 3;
/** Calls per block to check for a reorganisation, and to read changed balances, new tokens and NFTs. */
const BALANCE_CALLS = 6;
/** Balances that a transaction changes, each a call without Multicall3. */
const PAIRS_PER_TRANSACTION = 2;
/** Announced blocks are still polled for now and then. */
const CALLS_WITH_WEB_SOCKET = 2;

/** Estimates disk, calls and duration of catching up. */
export function estimate(sample: ChainSample, settings: EstimateSettings): Estimate {
  const { head, transactionsPerBlock, callsPerBlock } = sample;
  // Blocks of one second and less have the same timestamp.
  const secondsPerBlock = Math.max(sample.secondsPerBlock, 0.05);
  const blocksPerDay = DAY_SECONDS / secondsPerBlock;
  const polls = settings.hasWebSocket
    ? CALLS_WITH_WEB_SOCKET
    : Math.max(1, (secondsPerBlock * 1_000 * POLLED_SHARE) / settings.pollMs);
  const balances = sample.hasMulticall
    ? BALANCE_CALLS + Math.ceil(settings.sweepPairs / 250)
    : BALANCE_CALLS + settings.sweepPairs + transactionsPerBlock * PAIRS_PER_TRANSACTION;
  const processed = TRANSACTIONS_PER_SECOND / Math.max(transactionsPerBlock, 0.1);
  const gain = Math.min(sample.blocksPerSecond, processed) - 1 / secondsPerBlock;
  const missing = settings.from === undefined ? 0 : Math.max(0, head - settings.from);
  return {
    diskBytesPerDay: blocksPerDay * transactionsPerBlock * BYTES_PER_TRANSACTION,
    callsPerMonth: blocksPerDay * DAYS_PER_MONTH * (callsPerBlock + polls + balances),
    catchUpDays: missing === 0 ? 0 : gain > 0 ? missing / gain / DAY_SECONDS : Infinity,
  };
}
