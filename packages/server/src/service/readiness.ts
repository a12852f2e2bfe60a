import type { Readiness } from "../http/probes.ts";
import type { Follower } from "../ingest/follow.ts";
import type { ChainReader, FollowerStatus } from "../store/chain-reader.ts";
import type { ChainGauges } from "./chain-metrics.ts";

/** A served chain and its follower, if this process has one. */
export interface WatchedChain {
  readonly name: string;
  readonly reader: ChainReader;
  /** Reason why its data cannot be opened. */
  readonly trouble?: string | undefined;
  /** Absent: the chain is not followed by this process. */
  readonly follower?: Pick<Follower, "status"> | undefined;
}

/** Longer than a failover of the database takes, so that replicas are served meanwhile. */
const STALE_SECONDS = 60;

/** Returns readiness and state of the chains. @param readyLag Maximum lag of a ready chain, in blocks. */
export async function readinessOf(
  chains: readonly WatchedChain[],
  readyLag: number,
): Promise<Readiness> {
  const known = await Promise.all(
    chains.map(async (chain) => [chain.name, await stateOf(chain, readyLag)] as const),
  );
  const ready = known.every(([, state]) => state.ready);
  return { ready, chains: Object.fromEntries(known) };
}

async function stateOf(chain: WatchedChain, readyLag: number) {
  if (chain.trouble !== undefined) {
    return unreadable(chain.trouble);
  }
  // A file may be damaged where it was not read before.
  const state = await storedStateOf(chain, readyLag).catch(({ message }: Error) =>
    unreadable(message),
  );
  const damage = chain.reader.damage?.();
  return damage === undefined ? state : { ...state, trouble: damage, ready: false };
}

const unreadable = (trouble: string) => ({ served: null, trouble, ready: false });

async function storedStateOf(chain: WatchedChain, readyLag: number) {
  const served = (await chain.reader.tip())?.number ?? null;
  const status = await statusOf(chain);
  if (!status) {
    return { served, ready: true };
  }
  const { head = null } = status;
  const { lag, behind } = distanceOf(head, served);
  const trouble =
    status.trouble ??
    (behind > readyLag ? `the node is ${behind} blocks behind the stored blocks` : null);
  return { served, head, lag, trouble, ready: (lag ?? Infinity) <= readyLag && trouble === null };
}

/**
 * Returns the gauges of the chains that this or another process follows, and of those that cannot be read,
 * so that a missing series does not hide them.
 */
export async function gaugesOf(chains: readonly WatchedChain[]): Promise<ChainGauges[]> {
  const gauges = chains.map((chain) =>
    chain.trouble === undefined
      ? storedGaugesOf(chain).catch(() => [unknownGauges(chain)])
      : [unknownGauges(chain)],
  );
  return (await Promise.all(gauges)).flat();
}

const unknownGauges = ({ name }: WatchedChain) => ({
  name,
  lag: undefined,
  behind: undefined,
  dirty: undefined,
  setAside: undefined,
});

async function storedGaugesOf(chain: WatchedChain): Promise<ChainGauges[]> {
  const status = await statusOf(chain);
  if (!status) {
    return [];
  }
  const served = (await chain.reader.tip())?.number ?? null;
  const { lag, behind } = distanceOf(status.head ?? null, served);
  const dirty = await chain.reader.countDirty();
  const setAside = await chain.reader.countSetAside();
  return [{ name: chain.name, lag: lag ?? undefined, behind, dirty, setAside }];
}

/** The follower of this process, if it writes, or else what the follower of another one has stored. */
async function statusOf({ reader, follower }: WatchedChain): Promise<FollowerStatus | undefined> {
  const own = follower?.status();
  if (own && !own.isStandby) {
    return own;
  }
  const stored = await reader.followerStatus?.();
  if (!stored) {
    return own;
  }
  const seconds = Math.round(stored.ageSeconds);
  return seconds > STALE_SECONDS
    ? { ...stored, trouble: `no process has followed the chain for ${seconds} s` }
    : stored;
}

/**
 * Returns the blocks by which the stored ones lag behind the head of the node, and those by which the
 * head is behind them, e.g. while the node resyncs.
 */
function distanceOf(head: number | null, served: number | null) {
  return head === null || served === null
    ? { lag: null, behind: 0 }
    : { lag: Math.max(0, head - served), behind: Math.max(0, served - head) };
}
