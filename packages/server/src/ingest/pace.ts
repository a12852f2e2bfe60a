import { setTimeout as wait } from "node:timers/promises";

/** No block is expected within this share of the shortest recent interval. */
const QUIET_SHARE = 0.7;
const INTERVALS = 8;
/** While heads are announced, polling only detects that announcements have stopped. */
const ANNOUNCED_POLL_MS = 10_000;

/**
 * Schedules polls for the next block. Providers bill them: none is due before most of the usual block interval has
 * passed, or while new heads are announced.
 *
 * @param isAnnounced Whether new heads are currently announced.
 */
export function createPace(
  isAnnounced: () => boolean,
  now: () => number = () => performance.now(),
) {
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
  /** Milliseconds until the next poll unless woken, at a polling interval of `ms`. */
  const pauseMs = (ms: number) => {
    // The node may announce a head before it returns the block.
    if (wokenAt > changedAt) {
      return ms;
    }
    return Math.max(ms, isAnnounced() ? ANNOUNCED_POLL_MS : quietMs());
  };
  /** Ends the pause for other work; the next block is not expected any earlier. */
  const interrupt = () => {
    isAwake = true;
    wakeUp?.();
  };
  return {
    noteHead(next: number | undefined) {
      if (next === undefined || next === head) {
        return;
      }
      if (head !== undefined) {
        // Several new blocks at once: their interval is shorter than the polling interval.
        const interval = next > head ? (now() - changedAt) / (next - head) : 0;
        intervals = [...intervals.slice(1 - INTERVALS), interval];
      }
      head = next;
      changedAt = now();
    },
    /** Ends the pause: a new head was announced. */
    wake() {
      wokenAt = now();
      interrupt();
    },
    interrupt,
    pauseMs,
    async pause(ms: number, signal: AbortSignal) {
      if (!isAwake) {
        const woken = new AbortController();
        wakeUp = () => woken.abort();
        const either = AbortSignal.any([signal, woken.signal]);
        await wait(pauseMs(ms), undefined, { signal: either }).catch(() => {});
        wakeUp = undefined;
      }
      isAwake = false;
    },
  };
}
