import type { ImportThreads } from "./import-threads.ts";

/** Counts of an import. */
export interface Tally {
  added: number;
  known: number;
  transactions: number;
  /** Bytes of the files that have been read, as they are on disk. */
  bytes: number;
}

/** Dependencies of an import. */
export interface ImportWork {
  readonly threads: ImportThreads;
  readonly tally: Tally;
  /** @param waiting Number of blocks that are not in the tally yet. */
  showProgress(waiting: number): void;
}
