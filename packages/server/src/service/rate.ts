/** How fast something grows. */
export interface Rate {
  /**
   * Notes how far it is.
   *
   * @param at Milliseconds of a clock that never goes back.
   * @returns Growth per second, on average over the last while; undefined before there are two notes.
   */
  note(at: number, value: number): number | undefined;
}

const WINDOW_MS = 30_000;

/** Measures over so long that a slow block or a pause of the node does not throw it about. */
export function createRate(windowMs: number = WINDOW_MS): Rate {
  let notes: (readonly [at: number, value: number])[] = [];
  return {
    note(at, value) {
      // The newest of those that are too old stays: the window is to be full.
      const first = notes.findLastIndex(([then]) => then <= at - windowMs);
      notes = [...notes.slice(Math.max(0, first)), [at, value]];
      const [then, before] = notes[0] ?? [at, value];
      return at > then ? ((value - before) * 1000) / (at - then) : undefined;
    },
  };
}

/** A rate of blocks, for a person to read. */
export function blocksPerSecond(rate: number): string {
  return `${rate.toFixed(1)} blocks/s`;
}

/**
 * A time that is left, for a person to read.
 *
 * @param seconds Undefined, or no finite number, if it cannot be told.
 * @returns Text to append; empty if it cannot be told.
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
