import type { BlockName, Hex } from "../chain/records.ts";
import type { BlockChange } from "../store/chain-writer.ts";
import { InvalidBlockError } from "./read-block.ts";
import type { StoredChain } from "./stored-chain.ts";

/** Adds blocks on top of a chain, several in one transaction. */
export interface BlockAdder {
  /**
   * Returns whether a block is to be added; false if it has been already.
   *
   * @param parentHash Undefined if the block was not read.
   * @throws InvalidBlockError if the block does not extend the chain.
   */
  isNew(block: BlockName, parentHash: Hex | undefined): Promise<boolean>;
  /** Adds a verified block that is new. It is written with the next ones. */
  add(change: BlockChange): Promise<void>;
  /** Writes the blocks that have not been written. */
  flush(): Promise<void>;
  /** Number of blocks that have not been written. */
  waiting(): number;
}

/** Limits of a transaction. */
const MAX_BLOCKS = 100;
const MAX_TRANSACTIONS = 1_000;

/** @param onWritten Called with the blocks of each transaction after it was committed. */
export function blockAdder(
  chain: StoredChain,
  onWritten: (changes: readonly BlockChange[]) => void,
): BlockAdder {
  let waiting: BlockChange[] = [];
  let transactions = 0;
  const flush = async () => {
    const changes = waiting;
    waiting = [];
    transactions = 0;
    await chain.add(changes);
    onWritten(changes);
  };
  return {
    flush,
    waiting: () => waiting.length,
    async isNew({ number, hash }, parentHash) {
      const tip = waiting.at(-1)?.block ?? (await chain.tip());
      if (tip && number <= tip.number) {
        const same = waiting.find(({ block }) => block.number === number);
        const stored = same?.block.hash ?? (await chain.hashOf(number));
        if (stored === hash) {
          return false;
        }
        throw new InvalidBlockError(
          stored === undefined
            ? `block ${number} comes after block ${tip.number}; import in order`
            : `block ${number} is already stored with another hash`,
        );
      }
      if (parentHash && tip?.number === number - 1 && tip.hash !== parentHash) {
        throw new InvalidBlockError(
          `block ${number} does not follow the stored block ${tip.number}`,
        );
      }
      return true;
    },
    async add(change) {
      waiting.push(change);
      transactions += change.transactions.length;
      if (waiting.length >= MAX_BLOCKS || transactions >= MAX_TRANSACTIONS) {
        await flush();
      }
    },
  };
}
