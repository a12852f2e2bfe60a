import type { ChainState, Readiness } from "../http/probes.ts";
import type {
  ChainReader,
  FaultCounts,
  SetAside,
  UnrecognizedTransfers,
} from "../store/chain-reader.ts";
import { openManagement, openReader, type StoreLocation } from "../store/open.ts";
import { readinessOf } from "./readiness.ts";
import type { Storage } from "./storage.ts";

/** Reason why data cannot be opened. */
interface Unreadable {
  readonly trouble: string;
}

/** Contents of a chain. */
export interface ChainContents {
  /** Number of the oldest block; null without any. */
  readonly first: number | null;
  /** Number of the tip. */
  readonly latest: number | null;
  /** Time of the tip, in Unix seconds. */
  readonly latestTimestamp: number | null;
  /** Balances that changed and have not been read yet. */
  readonly pendingBalances: number;
  /** Numbers of NFTs. */
  readonly metadata: Awaited<ReturnType<ChainReader["countMetadata"]>>;
  /** Numbers of those whose metadata cannot be read, by reason. */
  readonly metadataFaults: FaultCounts;
  /** Number of contracts whose results cannot be processed. */
  readonly contractsSetAside: number;
  /** The first of them, at most 20. */
  readonly setAside: readonly SetAside[];
  /** Number of wallets that transfers name which cannot be read, each counted once per contract and block. */
  readonly unrecognizedTransfers: number;
  /** The contracts with the most of them, at most 20. */
  readonly unrecognized: readonly UnrecognizedTransfers[];
  readonly bytes: number;
  /** Why the chain is not up to date, as far as that is known. */
  readonly heldBack: readonly string[];
}

/** Contracts that are listed. */
const LISTED = 20;
/** As many as an alert of the package takes for too many. */
const MANY_PENDING = 5_000;
/** Blocks that a chain may be behind its node, as for `/readyz` by default. */
const READY_LAG = 10;

/** Contents of the management store. */
interface ManagementContents {
  readonly subgraphVersions: number;
  readonly tokens: number;
}

/** Contents of a data folder or a database. */
export interface Contents {
  /** By name. */
  readonly chains: Readonly<Record<string, ChainContents | Unreadable>>;
  readonly management: ManagementContents | Unreadable;
}

/**
 * Reads the contents of a storage; what cannot be opened does not hide the rest.
 *
 * @param served States of chains, as the service that follows them reports. Default: what it has stored.
 */
export async function readContents(
  storage: Storage,
  served: Readiness["chains"] = {},
): Promise<Contents> {
  const names = await storage.chains();
  const chains = names.map(async (name) => {
    const contents = await chainContents(name, storage.chain(name), served[name]).catch(unreadable);
    return [name, contents] as const;
  });
  return {
    chains: Object.fromEntries(await Promise.all(chains)),
    management: await managementContents(storage.management).catch(unreadable),
  };
}

const unreadable = (error: Error): Unreadable => ({ trouble: error.message });

async function chainContents(
  name: string,
  location: StoreLocation,
  served: ChainState | undefined,
): Promise<ChainContents> {
  const store = await openReader(location);
  try {
    const tip = await store.getTipBlock();
    const oldest = await store.oldest();
    const stored = await readinessOf([{ name, reader: store }], READY_LAG);
    const state = served ?? stored.chains[name];
    const { pending, setAside, unrecognized, faults } = await store.counts();
    return {
      first: oldest?.number ?? null,
      latest: tip?.number ?? null,
      latestTimestamp: tip?.timestamp ?? null,
      pendingBalances: pending,
      metadata: await store.countMetadata(),
      metadataFaults: faults,
      contractsSetAside: setAside,
      setAside: await store.listSetAside(LISTED),
      unrecognizedTransfers: unrecognized,
      unrecognized: await store.listUnrecognized(LISTED),
      bytes: await store.size(),
      heldBack: state ? heldBack(state, pending) : [],
    };
  } finally {
    await store.close();
  }
}

/** Lists what holds a chain back, and what to do; nothing if all is well. */
export function heldBack({ trouble, lag, ready }: ChainState, pending: number): readonly string[] {
  const reasons: string[] = [];
  if (trouble != null) {
    reasons.push(trouble);
  } else if (!ready && lag) {
    const fix = "if the number does not fall, its nodes are slow, or allow too few calls";
    reasons.push(`it is ${lag} blocks behind its node: ${fix}`);
  }
  if (pending > MANY_PENDING) {
    reasons.push(`${pending} balances are pending: raise --rpc-rate, or add a node`);
  }
  return reasons;
}

async function managementContents(location: StoreLocation): Promise<ManagementContents> {
  const store = await openManagement(location);
  try {
    const subgraphVersions = (await store.listDeployments()).length;
    return { subgraphVersions, tokens: (await store.listTokens()).length };
  } finally {
    await store.close();
  }
}
