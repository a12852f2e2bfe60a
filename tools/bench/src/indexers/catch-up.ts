import { usageOf } from "../service/process-tree.ts";
import { until } from "../service/processes.ts";
import { type Engine, openStore, type Store } from "../store.ts";
import type { Chain, Indexer, Running } from "./indexer.ts";

/** What an indexer took from an empty store until it had caught up, with its database. */
export interface CatchUp {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Most bytes of memory at once. */
  readonly memory: number;
  /** Bytes of the store. */
  readonly disk: number;
}

const POLL_MS = 200;

/** An indexer that has caught up. */
export interface CaughtUp {
  readonly running: Running;
  readonly store: Store;
  readonly taken: CatchUp;
  /** Stops it and its database. */
  stop(): Promise<void>;
}

/** Starts an indexer on an empty store, waits until it has caught up, and measures what that took. */
export async function catchUp(
  indexer: Indexer,
  engine: Engine,
  chain: Chain,
  folder: string,
): Promise<CaughtUp> {
  const store = await openStore(engine, folder);
  const before = await usageOf(store.pids);
  const startedAt = performance.now();
  const running = await indexer.start(chain, store.place).catch(async (error) => {
    await store.stop();
    throw error;
  });
  const stop = async () => {
    await running.stop();
    await store.stop();
  };
  const pids = [running.pid, ...store.pids];
  let memory = 0;
  try {
    const after = await until(`${indexer.name} has caught up`, POLL_MS, async () => {
      const usage = await usageOf(pids);
      memory = Math.max(memory, usage.bytes);
      return (await running.isCaughtUp()) && usageOf(pids);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
    const taken = { seconds, cpuSeconds, memory, disk: await store.size() };
    return { running, store, taken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
