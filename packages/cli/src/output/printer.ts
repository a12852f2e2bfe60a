import type { Command } from "../commands.ts";

/** Prints what a command received. */
export interface Printer {
  /** Prints one response as a whole. */
  value(data: unknown): Promise<void>;
  /** Prints records of a listing; called once for each page. */
  rows(records: readonly unknown[]): Promise<void>;
  /** Ends the output of a listing. */
  end(): Promise<void>;
}

/** Destination and format of the output. */
export interface PrinterOptions {
  readonly command: Command;
  readonly write: (text: string) => Promise<void>;
  /** Tells the user something beside the output. */
  readonly note: (line: string) => void;
  readonly isTerminal: boolean;
  readonly hasColor: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** The fields to print, in order; absent: all. */
  readonly columns?: readonly string[];
  /** Whether the listing is endless: each record then stands on its own. */
  readonly isEndless: boolean;
}
