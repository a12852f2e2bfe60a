import type { BlockName, Hex } from "../chain/records.ts";
import type { BlockChange, ChainWriter } from "../store/chain-writer.ts";

/** The tip of the store was changed by another writer. */
class StaleTipError extends Error {
  override readonly name = "StaleTipError";
}

/**
 * Blocks of a store as seen by its writer, which caches the tip instead of reading it before each
 * write.
 */
export interface StoredChain {
  /** The latest block; undefined if the store is empty. */
  tip(): Promise<BlockName | undefined>;
  /** The lowest block; undefined if the store is empty. */
  first(): Promise<BlockName | undefined>;
  hashOf(number: number): Promise<Hex | undefined>;
  /** Parent hash of a block; undefined if it is not stored. */
  parentOf(number: number): Promise<Hex | undefined>;
  /** Adds blocks on top of the tip. @throws StaleTipError if another writer has changed the tip. */
  add(changes: readonly BlockChange[]): Promise<void>;
  /** Adds blocks below the first one. @throws StaleTipError if another writer has changed that. */
  prepend(changes: readonly BlockChange[], first: BlockName): Promise<void>;
  /** Removes the blocks above this one. @throws StaleTipError if another writer has changed the tip. */
  rollbackTo(block: BlockName): Promise<void>;
  /** Removes everything. @throws StaleTipError if another writer has changed the tip. */
  clear(): Promise<void>;
  /** Notes whether the node has another chain than the stored one. */
  setOrphaned(isOrphaned: boolean): Promise<void>;
  /** Discards the cached tip, after a write with an unknown outcome. */
  forget(): void;
}

/** Wraps a store whose only writer is the caller. */
export function storedChain(store: ChainWriter): StoredChain {
  let cached: { readonly tip: BlockName | undefined } | undefined;
  let orphaned: Hex | null | undefined;
  const tip = async () => {
    cached ??= { tip: await store.tip() };
    return cached.tip;
  };
  const write = async (next: BlockName | undefined, at: BlockName, written: Promise<boolean>) => {
    cached = undefined;
    if (!(await written)) {
      throw new StaleTipError(`block ${at.number}: the chain was written by another process`);
    }
    cached = { tip: next && { number: next.number, hash: next.hash } };
  };
  return {
    tip,
    first: () => store.firstBlock(),
    hashOf: (number) => store.blockHash(number),
    parentOf: async (number) => (await store.getBlock(number))?.parentHash,
    async add(changes) {
      const last = changes.at(-1);
      if (last) {
        const before = await tip();
        await write(last.block, last.block, store.addBlocks(changes, before));
      }
    },
    async prepend(changes, first) {
      if (!(await store.prependBlocks(changes, first))) {
        throw new StaleTipError(`block ${first.number}: the chain was written by another process`);
      }
    },
    async rollbackTo(block) {
      const before = await tip();
      if (before) {
        await write(block, block, store.rollbackTo(block.number, before));
      }
    },
    async clear() {
      const before = await tip();
      if (before) {
        await write(undefined, before, store.clear(before));
      }
    },
    async setOrphaned(isOrphaned) {
      const hash = isOrphaned ? ((await tip())?.hash ?? null) : null;
      if (hash !== orphaned) {
        await store.setOrphaned(hash);
        orphaned = hash;
      }
    },
    forget() {
      cached = undefined;
    },
  };
}
