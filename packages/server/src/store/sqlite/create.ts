import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { threadId } from "node:worker_threads";
import { denialOf } from "./errors.ts";

/**
 * Creates a file unless it exists. It gets its name when it is complete, so that a crash leaves no empty
 * file: one that is empty has been truncated by someone else, and must not be taken for a new one.
 *
 * @param fill Fills a file of another name, which is empty, and closes it. Others may create the same file at once.
 * @param link Gives a file a second name, unless that is taken.
 */
export function createComplete(
  file: string,
  fill: (draft: string) => void,
  link: typeof linkSync = linkSync,
): void {
  if (existsSync(file)) {
    return;
  }
  const denial = denialOf("folder", dirname(file), "written");
  if (denial) {
    throw new Error(denial);
  }
  const draft = draftPath(file);
  removeDraft(draft);
  try {
    // For its owner alone, and so are the files that SQLite adds to it: the folder may be readable by others.
    closeSync(openSync(draft, "wx", 0o600));
    fill(draft);
    try {
      link(draft, file);
    } catch {
      // Another process or thread has created the file first, or the file system has no hard links.
      if (!existsSync(file)) {
        renameSync(draft, file);
      }
    }
  } finally {
    removeDraft(draft);
  }
}

/** Path of the draft of a file, until it is complete. No other process or thread uses the same. */
function draftPath(file: string): string {
  return `${file}.new-${process.pid}-${threadId}`;
}

/** Removes a draft and the files that SQLite has next to it. */
function removeDraft(draft: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) {
    rmSync(draft + end, { force: true });
  }
}
