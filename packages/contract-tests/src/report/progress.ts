/** Where progress is shown: standard error. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Number of results between two updates. */
const STEP = 20;

/** Shows on a terminal how many results there are so far; elsewhere, nothing. */
export function createProgress(terminal: Terminal) {
  let done = 0;
  return {
    /** Counts a result. */
    add(): void {
      done += 1;
      if (terminal.isTTY && done % STEP === 0) {
        terminal.write(`\r${done} results`);
      }
    },
    /** Clears the line, so that the report begins at its start. */
    clear(): void {
      if (terminal.isTTY) {
        terminal.write("\r\x1b[K");
      }
    },
  };
}
