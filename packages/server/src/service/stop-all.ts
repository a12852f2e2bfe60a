type Stop = () => Promise<unknown> | undefined;

/**
 * Stops everything, also if some of it fails: one stage after the other, and all of a stage at once.
 *
 * @throws Error with the reasons of all that failed, once everything has ended.
 * @example
 * await stopAll([server.close, follower.stop], [store.close]);
 */
export async function stopAll(...stages: readonly (readonly Stop[])[]): Promise<void> {
  const reasons: string[] = [];
  for (const stage of stages) {
    for (const result of await Promise.allSettled(stage.map(async (stop) => stop()))) {
      if (result.status === "rejected") {
        reasons.push((result.reason as Error).message);
      }
    }
  }
  if (reasons.length > 0) {
    throw new Error(reasons.join("; "));
  }
}
