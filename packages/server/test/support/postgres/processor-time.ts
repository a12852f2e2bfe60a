import { readFile } from "node:fs/promises";

/** Of Linux on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Returns the processor seconds that a server, its processes and those that have ended took; 0 without `/proc`. */
export async function processorTime(data: string): Promise<number> {
  const [pid = ""] = (await readFile(`${data}/postmaster.pid`, "utf8")).split("\n");
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const pids = [pid, ...children.split(" ").filter(Boolean)];
  const ticks = await Promise.all(pids.map(ticksOf));
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** User and system time of a process, and of its children that have ended. */
async function ticksOf(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name of the program, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
}
