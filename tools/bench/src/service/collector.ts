// Loaded before the service: it responds to a message with the bytes of its heap that are in use, without garbage.
process.on("message", () => {
  globalThis.gc?.({ type: "major", execution: "sync" });
  process.send?.(process.memoryUsage().heapUsed);
});
// The program ends as without it.
process.channel?.unref();
