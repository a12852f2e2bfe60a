import type { ChainState, Readiness } from "../http/probes.ts";
import { openManagement, openReader, type StoreLocation } from "../store/open.ts";
import { readinessOf } from "./readiness.ts";
import type { Storage } from "./storage.ts";

/** Reason why data cannot be opened. */
interface Unreadable {
  readonly trouble: string;
}

export type ChainContents = Awaited<ReturnType<typeof chainContents>>;

/** Contracts that are listed. */
const LISTED = 20;
/** As many as an alert of the package takes for too many. */
const MANY_PENDING = 5_000;
/** Blocks that a chain may be behind its node, as for `/readyz` by default. */
const READY_LAG = 10;

export type Contents = Awaited<ReturnType<typeof readContents>>;

/**
 * Reads the contents of a storage; what cannot be opened does not hide the rest.
 *
 * @param served States of chains, as the service that follows them reports. Default: what it has stored.
 */
export async function readContents(storage: Storage, served: Readiness["chains"] = {}) {
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
) {
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
      /** Balances that changed and have not been read yet. */
      pendingBalances: pending,
      metadata: await store.countMetadata(),
      metadataFaults: faults,
      contractsSetAside: setAside,
      setAside: await store.listSetAside(LISTED),
      /** Wallets that transfers name which cannot be read, each counted once per contract and block. */
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

async function managementContents(location: StoreLocation) {
  const store = await openManagement(location);
  try {
    const subgraphVersions = (await store.listDeployments()).length;
    return { subgraphVersions, tokens: (await store.listTokens()).length };
  } finally {
    await store.close();
  }
}
