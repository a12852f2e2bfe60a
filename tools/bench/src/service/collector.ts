// Loaded before a program whose memory is measured.
import type { Memory, MemoryQuestion } from "./collected.ts";

process.on("message", (message: MemoryQuestion) => {
  if (message === "heap") {
    globalThis.gc?.({ type: "major", execution: "sync" });
    process.send?.(process.memoryUsage().heapUsed);
  }
  if (message === "memory") {
    const resident = process.memoryUsage.rss();
    // Also shrinks the young generation, which otherwise keeps the size that it had under load.
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    process.send?.({ resident, collected: process.memoryUsage.rss() } satisfies Memory);
  }
});
// The program ends as without it.
process.channel?.unref();
