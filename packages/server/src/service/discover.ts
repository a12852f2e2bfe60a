import { encodeWord } from "../chain/abi.ts";
import type { Hex, NftName, NftOwner, TouchedPair } from "../chain/records.ts";
import { contractCalls } from "../source/contract-calls.ts";
import { DEPOSIT, logEvents, TRANSFER } from "../source/events.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import { type LogTopics, readLogs } from "../source/read-logs.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { addNfts, addPairs, openReader, type StoreLocation, setDiscovered } from "../store/open.ts";

/** What the tokens of some wallets were found to be. */
export interface Discovery {
  /** First stored block: the logs below it were read. */
  readonly first: number;
  /** Pairs of a wallet and a token that were unknown. */
  readonly pairs: number;
  /** NFTs of the wallets that were unknown. */
  readonly nfts: number;
}

/** Called with the lowest block whose logs have been read. */
export type ShowDiscovery = (block: number, first: number) => void;

/** NFTs whose owners are read at once. */
const OWNERS = 500;

/**
 * Finds the tokens that wallets received before the first stored block. Of the logs of a node nothing is believed but
 * which tokens to ask for: the service that follows the chain reads the balances, and owners are read here.
 *
 * @param wallets Addresses in lower case.
 * @throws Error if the chain has no blocks yet, if the node refuses the logs of a single block, or if it does not
 *   respond. What was found until then has been added.
 */
export async function discover(
  location: StoreLocation,
  rpc: RpcClient,
  wallets: readonly Hex[],
  show: ShowDiscovery = () => {},
): Promise<Discovery> {
  const store = await openReader(location);
  try {
    const first = (await store.firstBlock())?.number;
    if (first === undefined) {
      throw new Error("the chain has no blocks yet: serve it first");
    }
    const topics = wallets.map((wallet): Hex => `0x${encodeWord(BigInt(wallet))}`);
    const filters: readonly LogTopics[] = [
      [TRANSFER, null, topics],
      [DEPOSIT, topics],
    ];
    const owners = new Set(wallets);
    let pairs = 0;
    let nfts = 0;
    for (const filter of filters) {
      for await (const { from, logs } of readLogs(rpc, filter, 0, first - 1)) {
        const { touched, nftTransfers } = logEvents(logs);
        pairs += await addPairs(location, ofOwners(touched, owners));
        const owned = await ownedBy(owners, nftTransfers, store, rpc);
        nfts += await addNfts(location, owned);
        show(from, first);
      }
    }
    await setDiscovered(location, wallets);
    return { first, pairs, nfts };
  } finally {
    await store.close();
  }
}

const ofOwners = (pairs: readonly TouchedPair[], owners: ReadonlySet<Hex>) =>
  pairs.filter(({ owner }) => owners.has(owner));

/** Returns those of some NFTs that wallets own at the latest stored block. */
async function ownedBy(
  owners: ReadonlySet<Hex>,
  received: readonly NftName[],
  store: ChainReader,
  rpc: RpcClient,
): Promise<NftOwner[]> {
  const names = new Map(received.map((nft) => [`${nft.collection} ${nft.tokenId}`, nft]));
  const all = [...names.values()];
  const owned: NftOwner[] = [];
  for (let at = 0; at < all.length; at += OWNERS) {
    const part = all.slice(at, at + OWNERS);
    const tip = await store.tip();
    if (!tip) {
      throw new Error("the chain has no blocks any more");
    }
    const read = await contractCalls(rpc, tip).owners(part);
    owned.push(
      ...part.flatMap(({ collection, tokenId }, index): NftOwner[] => {
        const owner = read[index];
        return owner !== undefined && owners.has(owner) ? [{ collection, tokenId, owner }] : [];
      }),
    );
  }
  return owned;
}
