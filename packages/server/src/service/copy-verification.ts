import type { TransactionRecord } from "../chain/records.ts";
import { type Bounds, COUNTED, type CopySource, type CopyTarget } from "../store/chain-copy.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { openReader, type StoreLocation } from "../store/open.ts";

/** Number of blocks that are compared, with their transactions and participants. */
const SAMPLED_BLOCKS = 50;
const SAMPLED_TRANSACTIONS = 3;
const PAGE = 25;

/**
 * Compares the row counts of all tables, and what both stores return for a sample of blocks,
 * transactions and addresses.
 *
 * @throws Error naming the first difference.
 */
export async function verifyCopy(
  source: CopySource,
  target: CopyTarget,
  from: StoreLocation,
  bounds: Bounds,
): Promise<{ readonly rows: number; readonly reads: number }> {
  let rows = 0;
  for (const table of COUNTED) {
    const [expected, actual] = await Promise.all([source.count(table), target.count(table)]);
    if (expected !== actual) {
      throw new Error(`the copy has ${actual} rows in ${table}, the chain has ${expected}`);
    }
    rows += expected;
  }
  const readers = [await openReader(from), await openReader(target.location)] as const;
  try {
    return { rows, reads: await compareReads(readers, bounds) };
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
}

async function compareReads(
  readers: readonly [ChainReader, ChainReader],
  { first, last }: Bounds,
): Promise<number> {
  let reads = 0;
  const same = async <Result>(what: string, read: (reader: ChainReader) => Promise<Result>) => {
    const [expected, actual] = [await read(readers[0]), await read(readers[1])];
    if (text(expected) !== text(actual)) {
      throw new Error(`the copy differs from the chain in ${what}`);
    }
    reads += 1;
    return expected;
  };
  await same("the latest block", (reader) => reader.getLatestBlock());
  await same("the first block", (reader) => reader.firstBlock());
  await same("the latest transactions", (reader) => reader.listLatestTransactions(undefined, PAGE));
  await same("the ERC-20 tokens", (reader) => reader.listErc20Tokens(undefined, PAGE));
  await same("the pending balances", (reader) => reader.countDirty());
  const step = Math.max(1, (last - first) / SAMPLED_BLOCKS);
  for (let at: number = first; at <= last; at += step) {
    const number = Math.floor(at);
    await same(`block ${number}`, (reader) => reader.getBlock(number));
    const page = await same(`the transactions of block ${number}`, (reader) =>
      reader.listBlockTransactions(number, undefined, PAGE),
    );
    for (const transaction of page?.slice(0, SAMPLED_TRANSACTIONS) ?? []) {
      await compareTransaction(same, transaction);
    }
  }
  return reads;
}

type Same = <Result>(
  what: string,
  read: (reader: ChainReader) => Promise<Result>,
) => Promise<Result>;

async function compareTransaction(same: Same, { hash, from, to }: TransactionRecord) {
  await same(`transaction ${hash}`, (reader) => reader.getTransaction(hash));
  for (const address of new Set([from, to])) {
    if (address) {
      const of = `of ${address}`;
      await same(`the transactions ${of}`, (reader) =>
        reader.listAddressTransactions(address, undefined, PAGE),
      );
      await same(`the balances ${of}`, (reader) =>
        reader.listErc20Balances(address, undefined, undefined, PAGE),
      );
      await same(`the NFTs ${of}`, (reader) =>
        reader.listErc721Balances(address, undefined, undefined, PAGE),
      );
    }
  }
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)) ?? "";
}
