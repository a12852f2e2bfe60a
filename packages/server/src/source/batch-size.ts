/** Number of calls that a node accepts in one request. */
export interface BatchSize {
  /** Number of calls to put into the next request, of this many. 1: the node does not support batches. */
  of(calls: number): number;
  /** Records a batch that the node served. */
  accepted(calls: number): void;
  /** Records a batch that the node rejected for its size. */
  refused(calls: number): void;
  /** Records a batch that failed otherwise: a larger one than before may be the reason. */
  failed(calls: number): void;
}

/** If a smaller batch is rejected, the node does not support batches. */
const MIN_BATCH = 8;
const FIRST_TRIAL_MS = 60_000;
const MAX_TRIAL_MS = 3_600_000;

/**
 * Learns the size of batches that a node accepts: a rejected one is split into quarters. After a minute a
 * batch of twice the size is tried, because a node may reject one for a passing reason; if it is rejected as
 * well, the next trial is after twice the time, up to an hour, because providers may charge for it. After
 * one that is served, the next trial is at once.
 *
 * @param now Monotonic clock in milliseconds.
 */
export function createBatchSize(now: () => number = () => performance.now()): BatchSize {
  let max = Number.POSITIVE_INFINITY;
  let trialAt = 0;
  let pauseMs = FIRST_TRIAL_MS / 2;

  const postpone = () => {
    // Further rejections before the next trial are of the same reason.
    if (now() >= trialAt) {
      pauseMs = Math.min(MAX_TRIAL_MS, pauseMs * 2);
    }
    trialAt = now() + pauseMs;
  };
  return {
    of: (calls) => Math.min(calls, now() >= trialAt ? 2 * max : max),
    accepted(calls) {
      if (calls > max) {
        max = calls;
        trialAt = now();
      }
    },
    refused(calls) {
      // The size before a trial is kept.
      if (calls <= max) {
        max = calls > MIN_BATCH ? Math.floor(calls / 4) : 1;
      }
      postpone();
    },
    failed(calls) {
      if (calls > max) {
        postpone();
      }
    },
  };
}
