import { setTimeout as wait } from "node:timers/promises";
import { StoreUnavailableError } from "../engine.ts";

/** Latest block of a server, and number of rollbacks before it. */
export interface Head {
  /** -1: there are no blocks. */
  readonly number: number;
  readonly generation: number;
}

/** A server whose head can be read. */
export interface Server {
  head(): Promise<Head>;
}

/** Settings of `watchReplicas`, in milliseconds. */
export interface HealthOptions {
  /** Interval at which heads are read. */
  readonly pollMs?: number;
  /** Lag after which a replica is left out. */
  readonly maxLagMs?: number;
  /** Blocks after which a replica is left out, however short the time. Default: no limit. */
  readonly maxLagBlocks?: number;
}

/** State of a primary and its replicas, as last polled. */
export interface Health<Replica> {
  /** Replicas that respond and are not behind, with their heads. */
  usable(): readonly { readonly replica: Replica; readonly head: Head }[];
  /** Notes the head of a replica that was read between two polls. */
  observe(replica: Replica, head: Head): void;
  /** Leaves out a replica that failed between two polls, until it responds to one. */
  drop(replica: Replica): void;
  /** @throws StoreUnavailableError if the primary does not respond. */
  assertPrimary(): void;
  stop(): void;
}

const POLL_MS = 250;
const MAX_LAG_MS = 2_000;
/**
 * Time without a response after which a server counts as unreachable. A replica that refuses one is left
 * out at once; a primary that is briefly away still decides which replicas are behind.
 */
const SILENT_MS = 2_000;

interface Polled {
  readonly head: Head;
  readonly at: number;
}

/**
 * Polls the heads of a primary and its replicas until stopped.
 *
 * @returns The state, once all servers have responded or failed.
 */
export async function watchReplicas<Replica extends Server>(
  primary: Server,
  replicas: readonly Replica[],
  { pollMs = POLL_MS, maxLagMs = MAX_LAG_MS, maxLagBlocks = Infinity }: HealthOptions = {},
): Promise<Health<Replica>> {
  const abort = new AbortController();
  const states = new Map<Server, Polled>();
  const startedAt = performance.now();
  /** Heads of the primary, oldest first; the first one is as old as the permitted lag. */
  let history: readonly Polled[] = [];

  const poll = async (server: Server) => {
    const head = await server.head().catch(() => undefined);
    const at = performance.now();
    if (!head) {
      if (server !== primary) {
        states.delete(server);
      }
      return;
    }
    states.set(server, { head, at });
    if (server === primary) {
      const isOld = ({ at: readAt }: Polled) => readAt < at - maxLagMs;
      const from = history.findLastIndex(isOld);
      history = [...history.slice(Math.max(0, from)), { head, at }];
    }
  };
  const watch = async (server: Server) => {
    while (!abort.signal.aborted) {
      await wait(pollMs, undefined, { signal: abort.signal, ref: false }).catch(() => {});
      if (!abort.signal.aborted) {
        await poll(server);
      }
    }
  };
  const fresh = (server: Server): Head | undefined => {
    const state = states.get(server);
    return state && performance.now() - state.at < SILENT_MS ? state.head : undefined;
  };
  /** While the primary is unreachable, nobody knows how far a replica is behind. */
  const isBehind = (head: Head): boolean => {
    const current = fresh(primary);
    const [required] = history;
    if (!current || !required) {
      return false;
    }
    // After a rollback, blocks may be missing that the primary has had for long.
    const isReplaced = required.head.generation < current.generation;
    const number = isReplaced ? 0 : required.head.number;
    const isLate = performance.now() - required.at > maxLagMs && head.number < number;
    const isFar = head.number < current.number - maxLagBlocks;
    return head.generation < current.generation || isLate || isFar;
  };

  const servers = [primary, ...replicas];
  await Promise.race([
    Promise.all(servers.map(poll)),
    wait(SILENT_MS, undefined, { signal: abort.signal }),
  ]);
  for (const server of servers) {
    watch(server).catch(() => {});
  }
  return {
    usable: () =>
      replicas.flatMap((replica) => {
        const head = fresh(replica);
        return head && !isBehind(head) ? [{ replica, head }] : [];
      }),
    observe: (replica, head) => states.set(replica, { head, at: performance.now() }),
    drop: (replica) => states.delete(replica),
    assertPrimary() {
      if (!fresh(primary) && performance.now() - startedAt > SILENT_MS) {
        throw new StoreUnavailableError(new Error("the primary does not respond"));
      }
    },
    stop: () => abort.abort(),
  };
}
