/** A line that says how far a command is. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

/** The part of a terminal that progress needs. */
interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows progress on a terminal, in one line, and nowhere else.
 *
 * @param isShown False if the output itself goes to the terminal.
 */
export function createProgress(stream: Terminal, isShown: boolean): Progress {
  if (!stream.isTTY || !isShown) {
    return { show() {}, clear() {} };
  }
  let isOpen = false;
  const clear = () => {
    if (isOpen) {
      stream.write("\r\x1b[K");
    }
    isOpen = false;
  };
  process.once("exit", clear);
  return {
    show(text) {
      stream.write(`\r\x1b[K${text}`);
      isOpen = true;
    },
    clear,
  };
}
