import type { Readiness } from "../http/probes.ts";

/** A display that can be ended. */
export interface Progress {
  stop(): void;
}

interface ChainProgress {
  readonly served: number | null;
  readonly head?: number | null;
  readonly lag?: number | null;
}

const TERMINAL_MS = 500;
const PLAIN_MS = 10_000;
/** So much behind is following, not catching up. */
const NEAR = 3;

/**
 * Shows how chains catch up with their nodes: one line that is rewritten on a terminal, a line each
 * ten seconds elsewhere, nothing once they have caught up.
 */
export function watchProgress(readiness: () => Promise<Readiness>): Progress {
  const { isTTY } = process.stderr;
  const everyMs = isTTY ? TERMINAL_MS : PLAIN_MS;
  let before = new Map<string, number>();
  const timer = setInterval(async () => {
    const chains = Object.entries((await readiness()).chains) as [string, ChainProgress][];
    const lines = chains.flatMap(([name, chain]) => {
      const { served, lag } = chain;
      if (served == null || lag == null || lag <= NEAR) return [];
      const rate = ((served - (before.get(name) ?? served)) * 1000) / everyMs;
      return [describeProgress(name, served, lag, rate)];
    });
    before = new Map(chains.map(([name, { served }]) => [name, served ?? 0]));
    if (isTTY) {
      process.stderr.write(`\r\x1b[K${lines.join(" | ")}`);
    } else if (lines.length > 0) {
      process.stderr.write(`${lines.join("\n")}\n`);
    }
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** One line about a chain that catches up. */
export function describeProgress(
  name: string,
  served: number,
  lag: number,
  blocksPerSecond: number,
): string {
  const rate = `${blocksPerSecond.toFixed(1)} blocks/s`;
  const left = blocksPerSecond > 0 ? `, ${duration(lag / blocksPerSecond)} left` : "";
  return `${name}: block ${served}, ${lag} behind, ${rate}${left}`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
