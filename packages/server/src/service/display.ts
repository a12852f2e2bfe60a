/** Where progress is shown: standard error, or what stands for it. */
export interface ProgressStream {
  /** Whether it is a terminal, where a line can be written anew. */
  readonly isTTY?: boolean;
  /** Width of the terminal, in characters. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows how far work has come: in one line that is written anew, or in line after line. */
export interface Display {
  /** Milliseconds from one showing to the next that suit it. */
  readonly everyMs: number;
  /** Shows lines in the place of those before; on a terminal beside each other, cut to its width. */
  show(lines: readonly string[]): void;
  /** Adds a line that stays. */
  note(line: string): void;
  /** Takes away what was shown, and leaves what stays. */
  end(): void;
}

const TERMINAL_MS = 500;
const PLAIN_MS = 10_000;
const CLEAR = "\r\x1b[K";
const USUAL_COLUMNS = 80;

/** Makes the display that a stream is good for. */
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
      // In the last column the terminal would begin another line.
      stream.write(CLEAR + cut(lines.join(" | "), (stream.columns || USUAL_COLUMNS) - 1));
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
