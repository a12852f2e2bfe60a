import { open, readFile, rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const POLL_MS = 200;

/**
 * Runs a task exclusively among processes with the same lock file. The lock of a process that has
 * exited is ignored.
 *
 * @param file Path of the lock file; its folder must exist.
 */
export async function withLock<Result>(file: string, task: () => Promise<Result>): Promise<Result> {
  while (!(await tryLock(file))) {
    await setTimeout(POLL_MS);
  }
  try {
    return await task();
  } finally {
    await rm(file, { force: true });
  }
}

async function tryLock(file: string): Promise<boolean> {
  try {
    const handle = await open(file, "wx");
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
  }
  const owner = Number(await readFile(file, "utf8").catch(() => ""));
  if (!isRunning(owner)) {
    await rm(file, { force: true });
  }
  return false;
}

/** Whether a process runs; of 0, which a lock has before its owner is written, it is this process. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
