import { setTimeout as wait } from "node:timers/promises";

/** Decides when to look for the next block. */
export interface Pace {
  /** Notes the head that the node has reported. */
  noteHead(head: number | undefined): void;
  /** Looks at once: a new head was announced. */
  wake(): void;
  /** Waits until the next look. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** Share of the shortest of the last intervals in which no block is expected. */
const QUIET_SHARE = 0.7;
const INTERVALS = 8;
/** While heads are announced, polling only finds out whether the announcements stopped. */
const ANNOUNCED_POLL_MS = 10_000;

/**
 * Saves polls, which providers bill: after a block none is expected before most of the usual interval
 * has passed, and none has to be looked for while new heads are announced.
 *
 * @param isAnnounced Whether new heads are announced now.
 */
export function createPace(
  isAnnounced: () => boolean,
  now: () => number = () => performance.now(),
): Pace {
  let head: number | undefined;
  let changedAt = 0;
  let intervals: number[] = [];
  let wakeUp: (() => void) | undefined;
  let isAwake = false;
  let wokenAt = Number.NEGATIVE_INFINITY;

  const quietMs = () => {
    if (intervals.length < INTERVALS) {
      return 0;
    }
    return changedAt + Math.min(...intervals) * QUIET_SHARE - now();
  };
  return {
    noteHead(next) {
      if (next === undefined || next === head) {
        return;
      }
      if (head !== undefined) {
        // Several blocks at once are more frequent than they are seen.
        const interval = next > head ? (now() - changedAt) / (next - head) : 0;
        intervals = [...intervals.slice(1 - INTERVALS), interval];
      }
      head = next;
      changedAt = now();
    },
    wake() {
      isAwake = true;
      wokenAt = now();
      wakeUp?.();
    },
    async pause(ms, signal) {
      // The node may announce a head before it returns the block.
      const isExpected = wokenAt > changedAt;
      const longest = isExpected
        ? ms
        : isAnnounced()
          ? Math.max(ms, ANNOUNCED_POLL_MS)
          : Math.max(ms, quietMs());
      if (!isAwake) {
        const woken = new AbortController();
        wakeUp = () => woken.abort();
        const either = AbortSignal.any([signal, woken.signal]);
        await wait(longest, undefined, { signal: either }).catch(() => {});
        wakeUp = undefined;
      }
      isAwake = false;
    },
  };
}
