import type { TransactionPosition } from "../../chain/records.ts";
import type { ChainReader, ServerChoice } from "../chain-reader.ts";
import { StoreUnavailableError } from "../engine.ts";
import { type Head, type HealthOptions, type Server, watchReplicas } from "./replica-health.ts";

/** One copy of a chain: the primary, or a replica that may be behind. */
export interface Copy extends ChainReader, Server {}

/** Code of a statement that was cancelled, as for taking too long, which it would on another replica. */
const CANCELLED = "57014";

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof StoreUnavailableError &&
    (error.cause as { code?: string } | undefined)?.code !== CANCELLED
  );
}

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
  /**
   * Reads from a replica with a suitable head. One that cannot be reached is left out, and the next one
   * is read.
   *
   * @returns undefined if none can be read.
   */
  const askReplicas = async <Result>(
    read: (replica: Copy, head: Head) => Promise<Result>,
    fits: (head: Head) => boolean = () => true,
  ): Promise<{ readonly result: Result } | undefined> => {
    const usable = health.usable().filter(({ head }) => fits(head));
    const start = turn++ % usable.length;
    for (const { replica, head } of [...usable.slice(start), ...usable.slice(0, start)]) {
      try {
        return { result: await read(replica, head) };
      } catch (error) {
        if (!isUnreachable(error)) {
          return undefined;
        }
        health.drop(replica);
      }
    }
    return undefined;
  };
  /** Returns the result of a replica if it found the record, or else that of the primary. */
  const found = async <Result>(
    read: (reader: ChainReader) => Promise<Result>,
    isYes: (result: Result) => boolean,
  ): Promise<Result> => {
    const copy = await askReplicas(read);
    return copy && isYes(copy.result) ? copy.result : ask(read);
  };
  /** @param after Block of the cursor; undefined: the first page, which shows the latest block. */
  const page = async <Result>(
    after: number | undefined,
    read: (reader: ChainReader) => Promise<Result>,
  ): Promise<Result> => {
    const fits = (head: Head) => (after === undefined ? isAboveFloor(head) : head.number >= after);
    const copy = await askReplicas(async (replica, before) => {
      const rows = await read(replica);
      const head = await replica.head();
      health.observe(replica, head);
      return { rows, head, before };
    }, fits);
    // A rollback in between would have left the replica shorter than it was when it was polled.
    if (copy && copy.result.head.generation === copy.result.before.generation) {
      if (after === undefined) {
        raise(copy.result.head);
      }
      return copy.result.rows;
    }
    const rows = await ask(read);
    if (after === undefined) {
      raise(await primary.head());
    }
    return rows;
  };
  const onOneServer = async <Result>(
    read: (server: ChainReader) => Promise<Result>,
    { after, isFound }: ServerChoice<Result>,
  ): Promise<Result> => {
    const result = await page(after, read);
    return isFound(result) ? result : ask(read);
  };
  const blockOf = (after: TransactionPosition | undefined) => after?.blockNumber;
  const isThere = (result: unknown) => result !== undefined;
  const hasRows = (result: readonly unknown[]) => result.length > 0;

  return {
    tip: () => page(undefined, (reader) => reader.tip()),
    getLatestBlock: () => page(undefined, (reader) => reader.getLatestBlock()),
    getBlock: (number) => found((reader) => reader.getBlock(number), isThere),
    chainId: () => found((reader) => reader.chainId(), isThere),
    blockHash: (number) => found((reader) => reader.blockHash(number), isThere),
    getTransaction: (hash) => found((reader) => reader.getTransaction(hash), isThere),
    getNft: (collection, id) => found((reader) => reader.getNft(collection, id), isThere),
    listAddressTransactions: (address, after, limit) =>
      page(blockOf(after), (reader) => reader.listAddressTransactions(address, after, limit)),
    listBlockTransactions: (number, after, limit) =>
      found((reader) => reader.listBlockTransactions(number, after, limit), isThere),
    listLatestTransactions: (after, limit) =>
      page(blockOf(after), (reader) => reader.listLatestTransactions(after, limit)),
    listErc20Balances: (owner, contract, after, limit) =>
      onOneServer((reader) => reader.listErc20Balances(owner, contract, after, limit), {
        after: undefined,
        isFound: (rows) => hasRows(rows) || after !== undefined,
      }),
    extent: (of) => ask((reader) => reader.extent(of)),
    logsReadOf: (wallets) => ask((reader) => reader.logsReadOf(wallets)),
    listUndiscovered: (limit) => ask((reader) => reader.listUndiscovered(limit)),
    onOneServer,
    pairState: (owner, token) =>
      found(
        (reader) => reader.pairState(owner, token),
        (state) => state === "stored",
      ),
    listErc721Balances: (owner, collection, after, limit, maxBytes) =>
      page(undefined, (reader) =>
        reader.listErc721Balances(owner, collection, after, limit, maxBytes),
      ),
    firstBlock: () => found((reader) => reader.firstBlock(), isThere),
    followerStatus: () =>
      ask(async (reader) => reader.followerStatus?.()).catch(async (error: Error) => {
        const isDown = error instanceof StoreUnavailableError;
        const copy = isDown && (await askReplicas(async (replica) => replica.followerStatus?.()));
        if (!copy) {
          throw error;
        }
        return copy.result;
      }),
    countDirty: () => found((reader) => reader.countDirty(), isThere),
    listSetAside: (limit) => found((reader) => reader.listSetAside(limit), hasRows),
    countSetAside: () => found((reader) => reader.countSetAside(), isThere),
    countMetadata: () => found((reader) => reader.countMetadata(), isThere),
    size: () => found((reader) => reader.size(), isThere),
    async close() {
      health.stop();
      await Promise.all([primary, ...replicas].map((reader) => reader.close()));
    },
  };
}
