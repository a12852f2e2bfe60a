import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { threadId } from "node:worker_threads";

/** A file is created within seconds; in another container, its process has no id that could be looked up. */
const ABANDONED_AFTER_MS = 60_000;

/** Path of the draft of a file, until it is complete. No other process or thread uses the same. */
export function draftPath(file: string): string {
  return `${file}.new-${process.pid}-${threadId}`;
}

/** Removes a draft and the files that SQLite has next to it. */
export function removeDraft(draft: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) {
    rmSync(draft + end, { force: true });
  }
}

/** Removes the drafts of a file whose processes were killed. */
export function removeAbandonedDrafts(file: string): void {
  const folder = dirname(file);
  const start = `${basename(file)}.new-`;
  try {
    for (const name of readdirSync(folder)) {
      const [, pid] =
        (name.startsWith(start) && /^(\d+)-\d+$/.exec(name.slice(start.length))) || [];
      const draft = join(folder, name);
      if (pid !== undefined && !isRunning(Number(pid)) && isOld(draft)) {
        removeDraft(draft);
      }
    }
  } catch {
    // They are only in the way of those who look into the folder, which may be read-only.
  }
}

function isOld(draft: string): boolean {
  return Date.now() - statSync(draft).mtimeMs > ABANDONED_AFTER_MS;
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
