/** Where progress is shown: standard error. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Number of results between two updates. */
const STEP = 20;

/** Shows on a terminal how many results there are so far; elsewhere, nothing. */
export class Progress {
  readonly #terminal: Terminal;
  #done = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Counts a result. */
  add(): void {
    this.#done += 1;
    if (this.#terminal.isTTY && this.#done % STEP === 0) {
      this.#terminal.write(`\r${this.#done} results`);
    }
  }

  /** Clears the line, so that the report begins at its start. */
  clear(): void {
    if (this.#terminal.isTTY) {
      this.#terminal.write("\r\x1b[K");
    }
  }
}
