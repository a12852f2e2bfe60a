import type { Emit } from "./events.ts";

/** Blocks by which the nodes behind one address normally differ at most. */
const JITTER = 3;
/** Time for which a node behind one address with others may be behind them before it is reported. */
export const BEHIND_MS = 10_000;

/** Compares the head that the node reports with the tip of the store. */
export interface HeadWatch {
  note(head: number, served: number | undefined): void;
}

/**
 * Reports a node whose head has fallen behind the stored blocks, e.g. because it resyncs, and its return:
 * until then, no block is added, and no call fails.
 *
 * @param behindMs Time after which it is reported. Behind one address, a head may jump back for a moment.
 * @param now Monotonic clock in milliseconds.
 */
export function watchHead(
  emit: Emit,
  behindMs: number = BEHIND_MS,
  now: () => number = () => performance.now(),
): HeadWatch {
  let since: number | undefined;
  let isReported = false;
  const note: HeadWatch["note"] = (head, served = head) => {
    if (head >= served - JITTER) {
      if (isReported) {
        emit({ kind: "node caught up", head });
      }
      since = undefined;
      isReported = false;
      return;
    }
    since ??= now();
    if (!isReported && now() - since >= behindMs) {
      isReported = true;
      emit({ kind: "node behind", head, served });
    }
  };
  return { note };
}
