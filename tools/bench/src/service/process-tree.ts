import { readdir, readFile } from "node:fs/promises";
import { sum } from "../figures.ts";

/** What a program and its children have taken. */
export interface Usage {
  /** Processor time in seconds, that of children that have ended included. */
  readonly cpuSeconds: number;
  /** Resident memory in bytes; what processes share is counted once. */
  readonly bytes: number;
}

/** A process in `/proc`. */
interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

const TICKS_PER_SECOND = 100;

/**
 * Reads a line of `/proc/<pid>/stat`.
 *
 * @returns Its parent, and its processor time with that of the children that it has waited for, in ticks.
 */
export function readStat(line: string): Omit<Entry, "pid"> {
  // The name may contain spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const ticks = sum(fields.slice(11, 15).map(Number));
  return { parent: Number(fields[1]), ticks };
}

/** Returns the processes that are or descend from one of the roots. */
export function descendants(entries: readonly Entry[], roots: readonly number[]): Entry[] {
  const found = entries.filter(({ pid }) => roots.includes(pid));
  // Grows while it is gone through.
  for (const { pid } of found) {
    found.push(...entries.filter((each) => each.parent === pid && !found.includes(each)));
  }
  return found;
}

/** Adds up what programs and all their children have taken so far. @param roots Their process ids. */
export async function usageOf(roots: readonly number[]): Promise<Usage> {
  const tree = descendants(await processes(), roots);
  const bytes = await Promise.all(tree.map(({ pid }) => proportionalBytes(pid)));
  return { cpuSeconds: secondsOf(tree), bytes: sum(bytes) };
}

/** Adds up the processor time only; NaN if the system does not report it. */
export async function cpuSecondsOf(roots: readonly number[]): Promise<number> {
  const tree = descendants(await processes(), roots);
  return tree.length === 0 ? Number.NaN : secondsOf(tree);
}

const secondsOf = (tree: readonly Entry[]) =>
  sum(tree.map(({ ticks }) => ticks)) / TICKS_PER_SECOND;

async function processes(): Promise<Entry[]> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter(Boolean);
  const entries = await Promise.all(
    pids.map(async (pid) => {
      // It may have ended.
      const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
      return line === undefined ? [] : [{ pid, ...readStat(line) }];
    }),
  );
  return entries.flat();
}

async function proportionalBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss: +(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1_024;
}
