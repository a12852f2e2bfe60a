/** Output of a progress display: standard error, or a substitute. */
export interface ProgressStream {
  /** Whether it is a terminal, where a line can be overwritten. */
  readonly isTTY?: boolean;
  /** Terminal width in characters. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** A progress display: one updated line on a terminal, separate lines elsewhere. */
export interface Display {
  /** Update interval in milliseconds. */
  readonly everyMs: number;
  /** Replaces the shown lines; on a terminal they are joined and truncated to its width. */
  show(lines: readonly string[]): void;
  /** Prints a permanent line. */
  note(line: string): void;
  /** Clears the shown lines, except permanent ones. */
  end(): void;
}

const TERMINAL_MS = 500;
const PLAIN_MS = 10_000;
const CLEAR = "\r\x1b[K";
const DEFAULT_COLUMNS = 80;

/** Creates a display for a stream. */
export function createDisplay(stream: ProgressStream): Display {
  const writeLines = (lines: readonly string[]) => {
    if (lines.length > 0) {
      stream.write(`${lines.join("\n")}\n`);
    }
  };
  if (!stream.isTTY) {
    const note = (line: string) => writeLines([line]);
    return { everyMs: PLAIN_MS, show: writeLines, note, end() {} };
  }
  let isShown = false;
  const end = () => {
    if (isShown) {
      stream.write(CLEAR);
    }
    isShown = false;
  };
  return {
    everyMs: TERMINAL_MS,
    show(lines) {
      if (lines.length === 0) {
        end();
        return;
      }
      // A character in the last column would wrap.
      stream.write(CLEAR + cut(lines.join(" | "), (stream.columns || DEFAULT_COLUMNS) - 1));
      isShown = true;
    },
    note(line) {
      end();
      writeLines([line]);
    },
    end,
  };
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}
