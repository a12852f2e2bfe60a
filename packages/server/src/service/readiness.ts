import type { ChainState, Readiness } from "../http/probes.ts";
import type { Follower } from "../ingest/follow.ts";
import type { ChainCounts, ChainReader, FollowerStatus } from "../store/chain-reader.ts";

/** A served chain and its follower, if this process has one. */
export interface WatchedChain {
  readonly name: string;
  /** Its data, or the reason why they cannot be opened. */
  readonly reader: ChainReader | Error;
  /** Absent: the chain is not followed by this process. */
  readonly follower?: Pick<Follower, "status"> | undefined;
}

/** Longer than a failover of the database takes, so that a replica is served meanwhile. */
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
  const damage = reader.damage();
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
  // Stored by the follower, for all that serve the chain. Replicas do not tell while their primary is down.
  const extent = await reader.extent(undefined).catch(() => undefined);
  const orphaned = extent?.isOrphaned ? "the node has another chain than the stored one" : null;
  if (!status) {
    return { served, ready: orphaned === null, ...(orphaned !== null && { trouble: orphaned }) };
  }
  const { head = null } = status;
  const lag = head === null || served === null ? null : Math.max(0, head - served);
  const behind = blocksBehind(head, served);
  const trouble =
    status.trouble ??
    orphaned ??
    (behind > readyLag ? `the node is ${behind} blocks behind the stored blocks` : null);
  return { served, head, lag, trouble, ready: (lag ?? Infinity) <= readyLag && trouble === null };
}

/** Returns the blocks by which the node is behind the stored ones, e.g. while it resyncs. */
export function blocksBehind(head: number | null, served: number | null): number {
  return head === null || served === null ? 0 : Math.max(0, served - head);
}

export interface ChainGauges extends ChainState {
  readonly name: string;
  /** Absent if the chain cannot be read. */
  readonly counts?: ChainCounts | undefined;
}

/**
 * Returns the gauges of the chains that this or another process follows, and of those that cannot be read,
 * so that a missing series does not hide them. Those of a file that this process waits to write are the
 * writer's: a standby is no reason for an alert.
 */
export async function gaugesOf(
  chains: readonly WatchedChain[],
  readyLag: number,
): Promise<ChainGauges[]> {
  const gauges = chains.map(async (chain): Promise<ChainGauges | undefined> => {
    const { name, reader, follower } = chain;
    const state = await stateOf(chain, readyLag);
    const own = follower?.status();
    if (own?.isStandby && own.trouble === state.trouble) {
      return undefined;
    }
    const isRead = state.head !== undefined && !(reader instanceof Error);
    return {
      name,
      ...state,
      counts: isRead ? await reader.counts().catch(() => undefined) : undefined,
    };
  });
  return (await Promise.all(gauges))
    .filter((each) => each !== undefined)
    .filter(({ head, trouble }) => head !== undefined || trouble != null);
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
  const stored = await reader.followerStatus();
  if (!stored) {
    return own;
  }
  const seconds = Math.round(stored.ageSeconds);
  return seconds > STALE_SECONDS
    ? {
        ...stored,
        trouble: `no process has followed the chain for ${seconds} s: start serve with --chain, or find out why it stopped`,
      }
    : stored;
}
