import type { ChainState, Readiness } from "../http/probes.ts";
import type { Follower } from "../ingest/follow.ts";
import type { ChainReader, FollowerStatus } from "../store/chain-reader.ts";
import type { ChainGauges } from "./chain-metrics.ts";

/** A served chain and its follower, if this process has one. */
export interface WatchedChain {
  readonly name: string;
  /** Its data, or the reason why they cannot be opened. */
  readonly reader: ChainReader | Error;
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

async function stateOf({ reader, follower }: WatchedChain, readyLag: number): Promise<ChainState> {
  if (reader instanceof Error) {
    return unreadable(reader.message);
  }
  // A file may be damaged where it was not read before.
  const state = await storedStateOf(reader, follower, readyLag).catch(({ message }: Error) =>
    unreadable(message),
  );
  const damage = reader.damage?.();
  return damage === undefined ? state : { ...state, trouble: damage, ready: false };
}

const unreadable = (trouble: string) => ({ served: null, trouble, ready: false });

async function storedStateOf(
  reader: ChainReader,
  follower: WatchedChain["follower"],
  readyLag: number,
): Promise<ChainState> {
  const served = (await reader.tip())?.number ?? null;
  const status = await statusOf(reader, follower);
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
 *
 * @param readyLag Maximum lag of a ready chain, in blocks.
 */
export async function gaugesOf(
  chains: readonly WatchedChain[],
  readyLag: number,
): Promise<ChainGauges[]> {
  const gauges = chains.map(async (chain) => {
    const { name, reader, follower } = chain;
    const state = await stateOf(chain, readyLag);
    const counted =
      reader instanceof Error
        ? [unknownGauges(name)]
        : await storedGaugesOf(name, reader, follower).catch(() => [unknownGauges(name)]);
    const hasTrouble = typeof state.trouble === "string";
    return counted.map((each) => ({ ...each, ready: state.ready, hasTrouble }));
  });
  return (await Promise.all(gauges)).flat();
}

/** The gauges of a chain that are counted in its data. */
type CountedGauges = Omit<ChainGauges, "ready" | "hasTrouble">;

const unknownGauges = (name: string): CountedGauges => ({
  name,
  lag: undefined,
  behind: undefined,
  dirty: undefined,
  setAside: undefined,
});

async function storedGaugesOf(
  name: string,
  reader: ChainReader,
  follower: WatchedChain["follower"],
): Promise<CountedGauges[]> {
  const status = await statusOf(reader, follower);
  if (!status) {
    return [];
  }
  const served = (await reader.tip())?.number ?? null;
  const { lag, behind } = distanceOf(status.head ?? null, served);
  const dirty = await reader.countDirty();
  const setAside = await reader.countSetAside();
  return [{ name, lag: lag ?? undefined, behind, dirty, setAside }];
}

/** The follower of this process, if it writes, or else what the follower of another one has stored. */
async function statusOf(
  reader: ChainReader,
  follower: WatchedChain["follower"],
): Promise<FollowerStatus | undefined> {
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
