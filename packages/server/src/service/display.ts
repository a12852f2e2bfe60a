import type { Readiness } from "../http/probes.ts";

/** Output of a progress display: standard error, or a substitute. */
export interface ProgressStream {
  /** Whether it is a terminal, where a line can be overwritten. */
  readonly isTTY?: boolean;
  /** Terminal width in characters. */
  readonly columns?: number;
  write(text: string): unknown;
}

export type Display = ReturnType<typeof createDisplay>;

const TERMINAL_MS = 500;
const PLAIN_MS = 10_000;
const CLEAR = "\r\x1b[K";
const DEFAULT_COLUMNS = 80;

/** Creates a progress display: one updated line on a terminal, separate lines elsewhere. */
export function createDisplay(
  stream: ProgressStream,
  everyMs: number = stream.isTTY ? TERMINAL_MS : PLAIN_MS,
) {
  let isShown = false;
  let nextAt = performance.now() + everyMs;
  const end = () => {
    if (isShown) {
      stream.write(CLEAR);
    }
    isShown = false;
  };
  const show = (lines: readonly string[]) => {
    if (lines.length === 0) {
      end();
    } else if (stream.isTTY) {
      // A character in the last column would wrap.
      stream.write(CLEAR + cut(lines.join(" | "), (stream.columns || DEFAULT_COLUMNS) - 1));
      isShown = true;
    } else {
      stream.write(`${lines.join("\n")}\n`);
    }
  };
  return {
    everyMs,
    /** Replaces the shown lines; on a terminal they are joined and truncated to its width. */
    show,
    /** Shows a line if it is time for another one. */
    update(lineOf: () => string): void {
      const now = performance.now();
      if (now >= nextAt) {
        nextAt = now + everyMs;
        show([lineOf()]);
      }
    },
    /** Prints a permanent line. */
    note(line: string): void {
      end();
      stream.write(`${line}\n`);
    },
    /** Clears the shown lines, except permanent ones. */
    end,
  };
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

type Rate = ReturnType<typeof createRate>;

const WINDOW_MS = 30_000;

/**
 * Creates a rate over a window that is long enough to smooth out single slow blocks: a function of a monotonic time in
 * milliseconds and a value, which returns the growth per second; undefined until there are two values.
 */
export function createRate() {
  let notes: (readonly [at: number, value: number])[] = [];
  return (at: number, value: number): number | undefined => {
    // Keep the latest expired value, so that the window is full.
    const first = notes.findLastIndex(([then]) => then <= at - WINDOW_MS);
    notes = [...notes.slice(Math.max(0, first)), [at, value]];
    const [then, before] = notes[0] ?? [at, value];
    return at > then ? ((value - before) * 1000) / (at - then) : undefined;
  };
}

/** How far a command is. */
export interface Progress {
  readonly text: string;
  /** Blocks that remain; undefined if unknown. */
  readonly left: number | undefined;
}

/** Creates a counter of blocks, which shows how many are done. @param progressOf Called when an update is due. */
export function countBlocks(
  display: Display,
  progressOf: (done: number) => Progress,
): (blocks: number) => void {
  const rate = createRate();
  rate(performance.now(), 0);
  let done = 0;
  return (blocks) => {
    done += blocks;
    display.update(() => progressLine(progressOf(done), rate(performance.now(), done)));
  };
}

/**
 * Formats how far something is, how fast, and how long the rest takes.
 *
 * @param perSecond Blocks that are done per second; undefined until known.
 * @param growth Blocks per second by which the rest grows.
 */
export function progressLine(
  { text, left }: Progress,
  perSecond: number | undefined,
  growth = 0,
): string {
  if (perSecond === undefined) {
    return text;
  }
  const seconds = left === undefined ? undefined : left / (perSecond - growth);
  // A reorganisation removes blocks; do not show a negative rate.
  return `${text}, ${Math.max(0, perSecond).toFixed(1)} blocks/s${timeLeft(seconds)}`;
}

/** Formats a remaining time as text to append; empty if it is unknown. */
function timeLeft(seconds: number | undefined): string {
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

/** Up to this lag a chain counts as caught up. */
const CAUGHT_UP_LAG = 3;

/**
 * Shows the progress of chains that are catching up: a single updated line on a terminal, a line
 * every ten seconds elsewhere, nothing once they have caught up.
 *
 * @returns Function that ends it.
 */
export function watchProgress(
  readiness: () => Readiness | Promise<Readiness>,
  stream: ProgressStream = process.stderr,
): () => void {
  const display = createDisplay(stream);
  /** Rates at which blocks of a chain are stored, and at which the head of its node advances. */
  const catching = new Map<string, { readonly served: Rate; readonly head: Rate }>();
  let isStopped = false;

  const sample = async (): Promise<string[]> => {
    const chains = Object.entries((await readiness()).chains);
    if (isStopped) {
      return [];
    }
    return chains.flatMap(([name, { served, head, lag }]) => {
      if (served == null || head == null || lag == null) {
        return [];
      }
      if (lag <= CAUGHT_UP_LAG) {
        if (catching.delete(name)) {
          display.note(`${name}: caught up at block ${served}`);
        }
        return [];
      }
      const rates = catching.get(name) ?? { served: createRate(), head: createRate() };
      catching.set(name, rates);
      const rate = rates.served(performance.now(), served);
      const growth = rates.head(performance.now(), head);
      const text = `${name}: block ${served}, ${lag} behind`;
      return [progressLine({ text, left: lag }, rate, growth)];
    });
  };
  // A failed sample is skipped; `/readyz` reports the problem. The first one is not shown: it has no rate.
  sample().catch(() => {});
  const timer = setInterval(() => sample().then(display.show, () => {}), display.everyMs);
  return () => {
    clearInterval(timer);
    isStopped = true;
    display.end();
  };
}
