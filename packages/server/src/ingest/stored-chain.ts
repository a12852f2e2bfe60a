import {
  type BlockName,
  type Hex,
  type NftTransfer,
  type TouchedPair,
  ZERO_ADDRESS,
} from "../chain/records.ts";
import type { TokenKind } from "../store/chain-reader.ts";
import type { BlockChange, ChainWriter, PossibleNft } from "../store/chain-writer.ts";

/** Blocks of a store, see `storedChain`. */
export type StoredChain = ReturnType<typeof storedChain>;

/** Contracts whose kinds are kept in memory: about 20 MB. */
const MAX_KNOWN = 100_000;
/** Transfers of a contract that are kept until it is known: it is, once the service has reached the head. */
const MAX_KEPT = 50;

/**
 * Wraps a store whose only writer is the caller, so that the tip is cached instead of read before each write.
 */
export function storedChain(store: ChainWriter) {
  let cached: { readonly tip: BlockName | undefined } | undefined;
  let orphaned: Hex | null | undefined;
  const tip = async () => {
    cached ??= { tip: await store.tip() };
    return cached.tip;
  };
  /** @throws Error if nothing was written, because another block is the tip, or the oldest one. */
  const assertWritten = async (at: BlockName, written: Promise<boolean>) => {
    if (!(await written)) {
      throw new Error(`block ${at.number}: the chain was written by another process`);
    }
  };
  const write = async (next: BlockName | undefined, at: BlockName, written: Promise<boolean>) => {
    cached = undefined;
    await assertWritten(at, written);
    cached = { tip: next && { number: next.number, hash: next.hash } };
  };
  /** Kinds of contracts that are sure: others may be collections, or coins whose amounts look like ids. */
  const sure = new Map<Hex, TokenKind>();
  /** How many transfers of contracts that are not sure have been kept; Infinity if others are left out. */
  const kept = new Map<Hex, number>();
  const forgetKinds = () => {
    sure.clear();
    kept.clear();
  };
  /** Reads each transfer as one of an NFT or of an amount, by what its contract is known to be. */
  const withKinds = async (changes: readonly BlockChange[]): Promise<readonly BlockChange[]> => {
    if (sure.size + kept.size > MAX_KNOWN) {
      forgetKinds();
    }
    const unsure = new Set<Hex>();
    for (const { nftTransfers, possibleNfts } of changes) {
      for (const { collection } of [...nftTransfers, ...possibleNfts]) {
        if (!sure.has(collection)) {
          unsure.add(collection);
        }
      }
    }
    const found = new Map<Hex, TokenKind>();
    for (const kind of unsure.size > 0 ? await store.listKinds([...unsure]) : []) {
      found.set(kind.address, kind);
      if (kind.isCollection || kind.decimals) {
        sure.set(kind.address, kind);
      }
    }
    const kindOf = (contract: Hex) => sure.get(contract) ?? found.get(contract);
    return changes.map((change) => ofKinds(change, kindOf, kept));
  };
  const remove = async (
    next: BlockName | undefined,
    written: (before: BlockName) => Promise<boolean>,
  ) => {
    const before = await tip();
    if (before) {
      // Another contract may be deployed at the address of one that is gone.
      forgetKinds();
      await write(next, next ?? before, written(before));
    }
  };
  return {
    /** The newest block; undefined if the store is empty. */
    tip,
    /** The oldest block; undefined if the store is empty. */
    oldest: () => store.oldest(),
    hashOf: (number: number) => store.blockHash(number),
    /** The parent of a stored block. */
    async parentOf({ number }: BlockName): Promise<BlockName> {
      return { number: number - 1, hash: (await store.getBlock(number))?.parentHash ?? "0x" };
    },
    async add(changes: readonly BlockChange[]) {
      const last = changes.at(-1);
      if (last) {
        const before = await tip();
        const all = await withKinds(changes);
        await write(last.block, last.block, store.addBlocks(all, before));
      }
    },
    /** Adds blocks below the oldest one. */
    async prepend(changes: readonly BlockChange[], oldest: BlockName) {
      await assertWritten(oldest, store.prependBlocks(await withKinds(changes), oldest));
    },
    /** Removes the blocks above this one. */
    rollbackTo: (block: BlockName) =>
      remove(block, (before) => store.rollbackTo(block.number, before)),
    clear: () => remove(undefined, (before) => store.clear(before)),
    /** Notes whether the node has another chain than the stored one. */
    async setOrphaned(isOrphaned: boolean) {
      const hash = isOrphaned ? ((await tip())?.hash ?? null) : null;
      if (hash !== orphaned) {
        await store.setOrphaned(hash);
        orphaned = hash;
      }
    },
    /** Discards the cached tip, after a write with an unknown outcome. */
    forget() {
      cached = undefined;
      forgetKinds();
    },
  };
}

/**
 * Adds the balances of those who sent or received what looks like NFTs of coins, and the NFTs of collections that have
 * their ids as data.
 */
function ofKinds(
  change: BlockChange,
  kindOf: (contract: Hex) => TokenKind | undefined,
  kept: Map<Hex, number>,
): BlockChange {
  const ofCoins = change.nftTransfers.filter(
    ({ collection }) => kindOf(collection)?.isCollection === false,
  );
  const withIdsAsData: NftTransfer[] = [];
  const possibleNfts: PossibleNft[] = [];
  for (const transfer of change.possibleNfts) {
    const { collection } = transfer;
    const kind = kindOf(collection);
    const count = kept.get(collection) ?? 0;
    if (kind?.isCollection && !kind.decimals) {
      withIdsAsData.push(transfer);
    } else if (!kind?.decimals && Number.isFinite(count)) {
      const isSample = kind !== undefined || count === MAX_KEPT;
      possibleNfts.push(isSample ? { ...transfer, isSample } : transfer);
      kept.set(collection, isSample ? Number.POSITIVE_INFINITY : count + 1);
    }
  }
  const nftTransfers = [...change.nftTransfers, ...withIdsAsData].sort(
    (one, other) => one.logIndex - other.logIndex,
  );
  return { ...change, nftTransfers, possibleNfts, touched: withParties(change.touched, ofCoins) };
}

/** Adds the pairs of those who sent or received something to other ones, each once. */
function withParties(
  touched: readonly TouchedPair[],
  transfers: readonly NftTransfer[],
): readonly TouchedPair[] {
  if (transfers.length === 0) {
    return touched;
  }
  const pairs = new Map(touched.map((pair) => [pair.token + pair.owner, pair]));
  for (const { collection: token, from, to } of transfers) {
    for (const owner of [from, to]) {
      if (owner !== ZERO_ADDRESS) {
        pairs.set(token + owner, { token, owner });
      }
    }
  }
  return [...pairs.values()];
}
