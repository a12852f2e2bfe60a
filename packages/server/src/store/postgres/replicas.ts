import type { TransactionPosition } from "../../chain/records.ts";
import type { ChainReader } from "../chain-reader.ts";
import { StoreUnavailableError } from "../engine.ts";
import { type Head, type HealthOptions, type Server, watchReplicas } from "./replica-health.ts";

/** One copy of a chain: the primary, or a replica that may be behind. */
export interface Copy extends ChainReader, Server {}

/**
 * Reads a chain from replicas without missing data of the primary: records found on a replica are
 * returned, absence is decided by the primary, and so are pages that begin above the latest block of a
 * replica. The latest block never goes back, and replicas that are behind are left out.
 *
 * While the primary is unreachable, data of the replicas is still served.
 *
 * @throws StoreUnavailableError from calls that require the primary while it is unreachable.
 */
export async function replicatedReader(
  primary: Copy,
  replicas: readonly Copy[],
  options?: HealthOptions,
): Promise<ChainReader> {
  const health = await watchReplicas(primary, replicas, options);
  let turn = 0;
  /** The latest block that was served. */
  let floor: Head = { number: -1, generation: -1 };
  const raise = (head: Head) => {
    const isNewer = head.generation === floor.generation && head.number > floor.number;
    floor = isNewer || head.generation > floor.generation ? head : floor;
  };
  const isAboveFloor = ({ number, generation }: Head) =>
    generation === floor.generation ? number >= floor.number : generation > floor.generation;

  const ask = async <Result>(read: (reader: ChainReader) => Promise<Result>): Promise<Result> => {
    health.assertPrimary();
    return read(primary);
  };
  const next = (fits: (head: Head) => boolean = () => true) => {
    const usable = health.usable().filter(({ head }) => fits(head));
    return usable[turn++ % usable.length];
  };
  /** Returns the result of a replica if it found the record, or else that of the primary. */
  const found = async <Result>(
    read: (reader: ChainReader) => Promise<Result>,
    isYes: (result: Result) => boolean,
  ): Promise<Result> => {
    const chosen = next();
    const result = chosen && (await read(chosen.replica).catch(() => undefined));
    return result !== undefined && isYes(result) ? result : ask(read);
  };
  /** @param after Block of the cursor; undefined: the first page, which shows the latest block. */
  const page = async <Result>(
    after: number | undefined,
    read: (reader: ChainReader) => Promise<Result>,
  ): Promise<Result> => {
    const chosen = next((head) =>
      after === undefined ? isAboveFloor(head) : head.number >= after,
    );
    try {
      if (chosen) {
        const rows = await read(chosen.replica);
        const head = await chosen.replica.head();
        health.observe(chosen.replica, head);
        // A rollback in between would have left the replica shorter than it was when it was polled.
        if (head.generation === chosen.head.generation) {
          if (after === undefined) {
            raise(head);
          }
          return rows;
        }
      }
    } catch {
      // The primary has all of it.
    }
    const rows = await ask(read);
    if (after === undefined) {
      raise(await primary.head());
    }
    return rows;
  };
  const blockOf = (after: TransactionPosition | undefined) => after?.blockNumber;
  const isThere = (result: unknown) => result !== undefined;
  const hasRows = (result: readonly unknown[]) => result.length > 0;

  return {
    tip: () => page(undefined, (reader) => reader.tip()),
    getLatestBlock: () => page(undefined, (reader) => reader.getLatestBlock()),
    getBlock: (number) => found((reader) => reader.getBlock(number), isThere),
    blockHash: (number) => found((reader) => reader.blockHash(number), isThere),
    getTransaction: (hash) => found((reader) => reader.getTransaction(hash), isThere),
    transactionPlace: (hash) => found((reader) => reader.transactionPlace(hash), isThere),
    getNft: (collection, id) => found((reader) => reader.getNft(collection, id), isThere),
    listAddressTransactions: (address, after, limit) =>
      page(blockOf(after), (reader) => reader.listAddressTransactions(address, after, limit)),
    listBlockTransactions: (number, after, limit) =>
      found((reader) => reader.listBlockTransactions(number, after, limit), isThere),
    listLatestTransactions: (after, limit) =>
      page(blockOf(after), (reader) => reader.listLatestTransactions(after, limit)),
    outlineTransactions: (address, after, limit) =>
      page(blockOf(after), (reader) => reader.outlineTransactions(address, after, limit)),
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
    followerStatus: () =>
      ask(async (reader) => reader.followerStatus?.()).catch((error: Error) => {
        const chosen = next();
        if (!(error instanceof StoreUnavailableError) || !chosen) {
          throw error;
        }
        return chosen.replica.followerStatus?.();
      }),
    countDirty: () => found((reader) => reader.countDirty(), isThere),
    countMetadata: () => found((reader) => reader.countMetadata(), isThere),
    size: () => found((reader) => reader.size(), isThere),
    async close() {
      health.stop();
      await Promise.all([primary, ...replicas].map((reader) => reader.close()));
    },
  };
}
