import { setTimeout as wait } from "node:timers/promises";
import { encodeWord } from "../chain/abi.ts";
import {
  type BlockName,
  type Hex,
  type NftIds,
  type NftName,
  type NftOwner,
  type NftTransfer,
  ZERO_ADDRESS,
} from "../chain/records.ts";
import { contractCalls } from "../source/contract-calls.ts";
import {
  CONSECUTIVE_TRANSFER,
  DEPOSIT,
  ERC20_TRANSFER,
  namesOf,
  TRANSFER,
  tokenEvents,
} from "../source/events.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import { type LogRange, type LogTopics, readLogs } from "../source/read-logs.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { besideWriter, openReader, type StoreLocation } from "../store/open.ts";
import { EVERY_WALLET } from "../store/rows.ts";
import { repeat } from "../turns.ts";
import type { Emit } from "./events.ts";

const ALL_KINDS = [TRANSFER, ERC20_TRANSFER, CONSECUTIVE_TRANSFER, DEPOSIT] as const;

/** Called with the lowest block whose logs have been read, and the oldest stored one. */
export type ShowDiscovery = (block: number, oldest: number) => void;

/** NFTs whose owners are read at once. */
const OWNERS = 500;
/** Largest range of NFTs whose owners are read one by one; of a larger one nothing is claimed. */
const MAX_RANGE = 10_000n;
/** Blocks whose logs of all wallets are read at first: a node may have many of them, and refuse none. */
const FIRST_RANGE = 16;

/**
 * Finds the tokens that wallets received before the oldest stored block. Of the logs of a node nothing is believed but
 * which tokens to ask for: the service that follows the chain reads the balances, and owners are read here. If it is
 * interrupted, it continues where it was.
 *
 * @param wallets Addresses in lower case, or all wallets of the chain.
 * @returns The oldest stored block, below which the logs were read, and how many pairs and NFTs were unknown.
 * @throws Error if the chain has no blocks yet, if the node refuses the logs of a single block or calls of a collection,
 *   or if it does not respond. What was found until then has been added.
 */
export async function discover(
  location: StoreLocation,
  rpc: RpcClient,
  wallets: readonly Hex[] | "all",
  show: ShowDiscovery = () => {},
) {
  const store = await openReader(location);
  try {
    const found = { oldest: (await endsOf(store)).oldest, pairs: 0, nfts: 0 };
    // A reorganisation may have replaced blocks whose logs were read: it goes on from what the store still has.
    while (!(await discoverOnce(location, store, rpc, wallets, found, show))) {}
    return found;
  } finally {
    await store.close();
  }
}

async function endsOf(store: ChainReader) {
  const [oldest, tip] = [await store.oldest(), await store.tip()];
  if (!oldest || !tip) {
    throw new Error("the chain has no blocks: serve it first");
  }
  return { oldest: oldest.number, tip };
}

/** Reads the logs that have not been read. @returns false if stored blocks were replaced meanwhile. */
async function discoverOnce(
  location: StoreLocation,
  store: ChainReader,
  rpc: RpcClient,
  wallets: readonly Hex[] | "all",
  found: { pairs: number; nfts: number },
  show: ShowDiscovery,
): Promise<boolean> {
  const { oldest, tip } = await endsOf(store);
  const isAll = wallets === "all";
  const names = isAll ? [EVERY_WALLET] : wallets;
  const owners = new Set(names);
  const isOf = ({ owner }: { readonly owner: Hex }) => isAll || owners.has(owner);
  const end = await endOf(store, names, oldest);
  const ranges = isAll
    ? readLogs(rpc, [ALL_KINDS], 0, end - 1, FIRST_RANGE)
    : logsOf(rpc, wallets, end - 1);
  /** Tip when what was added last was read, so that each step rests on those before it. */
  let known = tip;
  const add = async (range: Pick<LogRange, "from" | "logs">): Promise<boolean> => {
    const events = tokenEvents(range.logs);
    const { touched, nftTransfers, nftRanges, possibleNfts } = events;
    const large = nftRanges.filter(isLarge);
    const ofRanges = nftRanges.filter((each) => !isLarge(each)).flatMap(namesOf);
    const amounts = await withoutDecimals(possibleNfts, store, rpc, known);
    const received = [...nftTransfers, ...amounts.possible, ...ofRanges];
    const owned = await ownersOf(received, store, rpc);
    const heavy = new Set([...amounts.unreadable, ...owned.unreadable]);
    const unread = [
      ...[...nftTransfers, ...possibleNfts, ...nftRanges].filter((each) =>
        heavy.has(each.collection),
      ),
      ...large,
      ...large.map((each) => ({ ...each, to: each.from })),
    ].map(({ collection: token, to: owner }) => ({ token, owner }));
    const added = await besideWriter(location, (chain) =>
      chain.addReceived({
        pairs: touched.filter(isOf),
        nfts: owned.nfts.filter(isOf),
        unrecognized: [...events.unrecognized, ...unread].filter(
          (each) => isOf(each) || each.owner === ZERO_ADDRESS,
        ),
        wallets: names,
        lowest: range.from,
        restsOn: [known, ...owned.readAt],
      }),
    );
    found.pairs += added?.pairs ?? 0;
    found.nfts += added?.nfts ?? 0;
    known = added?.tip ?? known;
    return added !== undefined;
  };
  for await (const range of ranges) {
    if (!(await add(range))) {
      return false;
    }
    show(range.from, oldest);
  }
  return end > 0 || add({ from: 0, logs: [] });
}

/** Returns the block below which the logs of wallets are to be read; those that are known are read again. */
async function endOf(store: ChainReader, wallets: readonly Hex[], oldest: number): Promise<number> {
  const known = await store.logsReadOf(wallets);
  const read = new Map(known.map(({ wallet, lowest }) => [wallet, lowest]));
  return Math.max(0, ...wallets.map((wallet) => Math.min(read.get(wallet) || oldest, oldest)));
}

/** Reads the logs that name wallets as receivers, downwards. */
async function* logsOf(
  rpc: RpcClient,
  wallets: readonly Hex[],
  to: number,
): AsyncGenerator<LogRange> {
  const topics = wallets.map((wallet): Hex => `0x${encodeWord(BigInt(wallet))}`);
  const others: readonly LogTopics[] = [
    [DEPOSIT, topics],
    [CONSECUTIVE_TRANSFER, null, null, topics],
  ];
  for await (const range of readLogs(rpc, [[TRANSFER, ERC20_TRANSFER], null, topics], 0, to)) {
    let { logs } = range;
    for (const filter of others) {
      for await (const more of readLogs(rpc, filter, range.from, range.to)) {
        logs = logs.concat(more.logs);
      }
    }
    yield { ...range, logs };
  }
}

/**
 * Returns the transfers of contracts without decimals, whose value may be the id of an NFT, and the contracts that need
 * too much gas to tell.
 */
async function withoutDecimals(
  transfers: readonly NftTransfer[],
  store: ChainReader,
  rpc: RpcClient,
  at: BlockName,
) {
  const collections = [...new Set(transfers.map(({ collection }) => collection))];
  const kinds = await store.listKinds(collections);
  const decimals = new Map(kinds.map((kind) => [kind.address, kind.decimals]));
  const contracts = contractCalls(rpc, at);
  const unknown = collections.filter((collection) => !decimals.has(collection));
  const read = await contracts.decimals(unknown);
  for (const [index, collection] of unknown.entries()) {
    decimals.set(collection, read[index] ?? null);
  }
  const { refused } = contracts;
  return {
    possible: transfers.filter(
      ({ collection }) => !decimals.get(collection) && !refused.has(collection),
    ),
    unreadable: [...refused.keys()].filter((contract) => refused.get(contract)?.fault === "gas"),
  };
}

function isLarge({ first, last }: NftIds): boolean {
  return last - first >= MAX_RANGE;
}

/**
 * Reads who owns NFTs, each at the tip; those that nobody owns are left out, as are those of contracts
 * that need too much gas to tell.
 */
async function ownersOf(received: readonly NftName[], store: ChainReader, rpc: RpcClient) {
  const names = new Map(received.map((nft) => [`${nft.collection} ${nft.tokenId}`, nft]));
  const all = [...names.values()];
  const nfts: NftOwner[] = [];
  const unreadable: Hex[] = [];
  const readAt: BlockName[] = [];
  for (let at = 0; at < all.length; at += OWNERS) {
    const part = all.slice(at, at + OWNERS);
    const { tip } = await endsOf(store);
    readAt.push(tip);
    const contracts = contractCalls(rpc, tip);
    const owners = await contracts.owners(part);
    for (const [contract, { reason, fault }] of contracts.refused) {
      if (fault !== "gas") {
        throw new Error(`owners of NFTs of ${contract} cannot be read: ${reason}`);
      }
      unreadable.push(contract);
    }
    for (const [index, { collection, tokenId }] of part.entries()) {
      const owner = owners[index];
      if (owner !== undefined) {
        nfts.push({ collection, tokenId, owner });
      }
    }
  }
  return { nfts, unreadable, readAt };
}

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
