import type { BlockName, Hex } from "../chain/records.ts";
import type { BlockChange, ChainWriter } from "../store/chain-store.ts";

/** The newest block of a store is not the one that its writer left there. */
class StaleTipError extends Error {
  override readonly name = "StaleTipError";
}

/**
 * The blocks of a store, for the one who writes them: it knows the newest block without reading it
 * again.
 */
export interface KeptChain {
  /** The newest block; undefined before the first one. */
  tip(): Promise<BlockName | undefined>;
  hashOf(number: number): Promise<Hex | undefined>;
  /** Adds blocks on top. @throws StaleTipError if somebody else has written meanwhile. */
  add(changes: readonly BlockChange[]): Promise<void>;
  /** Removes the blocks above this one. @throws StaleTipError if somebody else has written meanwhile. */
  rollbackTo(block: BlockName): Promise<void>;
  /** Lets the newest block be read again, after a write of which it is not known how it ended. */
  forget(): void;
}

/** The blocks of a store, of which this is the only writer. */
export function keptChain(store: ChainWriter): KeptChain {
  let known: { readonly tip: BlockName | undefined } | undefined;
  const tip = async () => {
    known ??= { tip: await store.tip() };
    return known.tip;
  };
  const write = async (next: BlockName, isWritten: Promise<boolean>) => {
    known = undefined;
    if (!(await isWritten)) {
      throw new StaleTipError(`block ${next.number}: the chain was written by another process`);
    }
    known = { tip: { number: next.number, hash: next.hash } };
  };
  return {
    tip,
    hashOf: (number) => store.blockHash(number),
    async add(changes) {
      const last = changes.at(-1);
      if (last) {
        const before = await tip();
        await write(last.block, store.addBlocks(changes, before));
      }
    },
    async rollbackTo(block) {
      const before = await tip();
      if (before) {
        await write(block, store.rollbackTo(block.number, before));
      }
    },
    forget() {
      known = undefined;
    },
  };
}
