// Loaded before a program, writes how much processor time it took, that of its children included.
import { appendFileSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  appendFileSync(process.env.CHAINKIT_BENCH_TIMES, `${(user + system) / 1000}\n`);
});
