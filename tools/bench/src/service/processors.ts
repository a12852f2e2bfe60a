import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Runs `taskset` for all threads of a process. */
const taskset = (pid: number, ...list: readonly string[]) =>
  execFileSync("taskset", ["-acp", ...list, String(pid)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

/** Lists the processors that a process may use. */
function processorsOf(pid: number): number[] {
  const [first = ""] = taskset(pid).split("\n");
  const parts = first.slice(first.lastIndexOf(":") + 1).split(",");
  return parts.flatMap((part) => {
    const [from = 0, to = from] = part.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

/** Whether a program can be given a processor of its own here: with `taskset`, on Linux, of two or more. */
export function hasOwnProcessors(): boolean {
  try {
    return availableParallelism() > 1 && processorsOf(process.pid).length > 1;
  } catch {
    return false;
  }
}

/** Does work while one running program has a processor to itself; this program and all that it starts share the others. */
export async function withOwnProcessor<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const all = processorsOf(process.pid);
  const [own, ...others] = all;
  const use = (which: number, processors: readonly (number | undefined)[]) =>
    taskset(which, processors.join(","));
  use(pid, [own]);
  use(process.pid, others);
  try {
    return await work();
  } finally {
    use(pid, all);
    use(process.pid, all);
  }
}
