import { setTimeout as wait } from "node:timers/promises";
import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import type { StoreLocation } from "../store/open.ts";
import { EVERY_WALLET } from "../store/rows.ts";
import { repeat } from "../turns.ts";
import { discover } from "./discover.ts";
import type { Emit } from "./events.ts";

/** Wallets whose logs are read in one pass. */
const MAX_AT_ONCE = 100;
/** Interval at which wallets that other processes have queued are looked for. */
const POLL_MS = 5_000;
/** Pause after a failure, which is that of the node. */
const PAUSE_MS = 600_000;

/**
 * Discovers the wallets that wait in the store, in one pass over the logs at a time, for those that waited when it
 * began; those of other processes and of a pass that was interrupted are among them.
 *
 * @param rpc Client of the follower, whose rate limit also holds for these calls.
 */
export function runDiscoveries(
  location: StoreLocation,
  reader: ChainReader,
  rpc: RpcClient,
  emit: Emit,
) {
  let woken = Promise.withResolvers<void>();
  /** Reads the logs for the wallets that are most advanced. @returns Whether there were any. */
  const readLogs = async (signal: AbortSignal): Promise<boolean> => {
    const all = await reader.listUndiscovered(MAX_AT_ONCE);
    const [next, ...others] = all.filter(({ wallet }) => wallet !== EVERY_WALLET);
    if (!next) {
      return false;
    }
    const same = [next, ...others.filter(({ lowest }) => lowest === next.lowest)];
    const wallets = same.map(({ wallet }) => wallet);
    const { pairs, nfts } = await discover(location, rpc, wallets, () => signal.throwIfAborted());
    emit({ kind: "wallets discovered", wallets: wallets.length, pairs, nfts });
    return true;
  };
  /** Stops after the logs that are being read; the next one continues there. */
  const stop = repeat(async (signal) => {
    woken = Promise.withResolvers();
    try {
      if (!(await readLogs(signal))) {
        await Promise.race([wait(POLL_MS, undefined, { signal }), woken.promise]);
      }
      return 0;
    } catch (error) {
      if (!signal.aborted) {
        emit({ kind: "discovery failed", reason: (error as Error).message });
      }
      return PAUSE_MS;
    }
  });
  /** Looks for wallets now rather than after the pause. */
  const wake = () => woken.resolve();
  return { wake, stop };
}
