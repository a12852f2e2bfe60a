import type { TransactionPosition } from "../../chain/records.ts";
import type { ChainReader } from "../chain-store.ts";

/** A replica of a chain, possibly behind the primary. */
export interface Replica extends ChainReader {
  /** Latest block, and number of rollbacks before it. */
  head(): Promise<{ readonly number: number; readonly generation: number } | undefined>;
}

/**
 * Reads a chain from replicas without missing data of the primary: records found on a replica are
 * returned, absence is decided by the primary, and so are pages that begin above the latest block of a
 * replica. The latest block never goes back.
 *
 * While the primary is unreachable, data of the replicas is still served.
 *
 * @throws StoreUnavailableError from calls that require the primary while it is unreachable.
 */
export function replicatedReader(primary: ChainReader, replicas: readonly Replica[]): ChainReader {
  let turn = 0;
  let newest = -1;
  const next = () => replicas[turn++ % replicas.length] as Replica;
  const ask = <Result>(read: (reader: ChainReader) => Promise<Result>) => read(primary);
  /** Returns the result of a replica if it found the record; undefined if not, or if the replica failed. */
  const found = async <Result>(
    read: (reader: ChainReader) => Promise<Result>,
    isYes: (result: Result) => boolean,
  ): Promise<Result> => {
    const result = await read(next()).catch(() => undefined);
    return result !== undefined && isYes(result) ? result : ask(read);
  };
  const page = async <Result>(
    after: number | undefined,
    read: (reader: ChainReader) => Promise<Result>,
  ): Promise<Result> => {
    const replica = next();
    try {
      const before = await replica.head();
      if (before && before.number >= (after ?? newest)) {
        const rows = await read(replica);
        // A rollback in between would make the replica shorter than its recorded tip.
        if ((await replica.head())?.generation === before.generation) {
          newest = Math.max(newest, after === undefined ? before.number : -1);
          return rows;
        }
      }
    } catch {
      // The primary has all of it.
    }
    return ask(read);
  };
  const blockOf = (after: TransactionPosition | undefined) => after?.blockNumber;
  const isThere = (result: unknown) => result !== undefined;
  const hasRows = (result: readonly unknown[]) => result.length > 0;

  return {
    async tip() {
      const tip = await page(undefined, (reader) => reader.tip());
      newest = Math.max(newest, tip?.number ?? -1);
      return tip;
    },
    getLatestBlock: () => page(undefined, (reader) => reader.getLatestBlock()),
    getBlock: (number) => found((reader) => reader.getBlock(number), isThere),
    blockHash: (number) => found((reader) => reader.blockHash(number), isThere),
    getTransaction: (hash) => found((reader) => reader.getTransaction(hash), isThere),
    getNft: (collection, id) => found((reader) => reader.getNft(collection, id), isThere),
    listAddressTransactions: (address, after, limit) =>
      page(blockOf(after), (reader) => reader.listAddressTransactions(address, after, limit)),
    listBlockTransactions: (number, after, limit) =>
      found((reader) => reader.listBlockTransactions(number, after, limit), isThere),
    listLatestTransactions: (after, limit) =>
      page(blockOf(after), (reader) => reader.listLatestTransactions(after, limit)),
    listErc20Balances: (owner, contract, after, limit) => {
      const read = (reader: ChainReader) => reader.listErc20Balances(owner, contract, after, limit);
      return contract ? found(read, hasRows) : page(undefined, read);
    },
    pairState: (owner, token) =>
      found(
        (reader) => reader.pairState(owner, token),
        (state) => state === "stored",
      ),
    listErc721Balances: (owner, collection, after, limit) =>
      page(undefined, (reader) => reader.listErc721Balances(owner, collection, after, limit)),
    listErc20Tokens: (after, limit) =>
      page(undefined, (reader) => reader.listErc20Tokens(after, limit)),
    firstBlock: () => found((reader) => reader.firstBlock(), isThere),
    countDirty: () => ask((reader) => reader.countDirty()),
    countMetadata: () => ask((reader) => reader.countMetadata()),
    size: () => ask((reader) => reader.size()),
    async close() {
      await Promise.all([primary, ...replicas].map((reader) => reader.close()));
    },
  };
}
