/** A rate of growth. */
export interface Rate {
  /**
   * Records a value.
   *
   * @param at Monotonic time in milliseconds.
   * @returns Average growth per second over the window; undefined until there are two values.
   */
  note(at: number, value: number): number | undefined;
}

const WINDOW_MS = 30_000;

/** Creates a rate over a window that is long enough to smooth out single slow blocks. */
export function createRate(windowMs: number = WINDOW_MS): Rate {
  let notes: (readonly [at: number, value: number])[] = [];
  return {
    note(at, value) {
      // Keep the latest expired value, so that the window is full.
      const first = notes.findLastIndex(([then]) => then <= at - windowMs);
      notes = [...notes.slice(Math.max(0, first)), [at, value]];
      const [then, before] = notes[0] ?? [at, value];
      return at > then ? ((value - before) * 1000) / (at - then) : undefined;
    },
  };
}

/** Formats a rate of blocks. */
export function blocksPerSecond(rate: number): string {
  return `${rate.toFixed(1)} blocks/s`;
}

/**
 * Formats an estimate of the remaining time.
 *
 * @param seconds Undefined or not finite if unknown.
 * @returns Text to append; empty if unknown.
 */
export function timeLeft(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) {
    return "";
  }
  if (seconds < 90) {
    return `, ${Math.ceil(seconds)} s left`;
  }
  if (seconds < 5400) {
    return `, ${Math.round(seconds / 60)} min left`;
  }
  return `, ${Math.round(seconds / 3600)} h left`;
}
