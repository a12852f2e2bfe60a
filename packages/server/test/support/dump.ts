import type { BlockName, Hex } from "../../src/chain/records.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import { ANY_SIZE, participants } from "./blocks.ts";

const ALL = 100_000;
/** Of what there are thousands, so many are read one by one. */
const SAMPLE = 300;

/** The contents of a chain as comparable text: every list, and a sample of records. */
export async function dump(
  store: ChainWriter,
  changes: readonly BlockChange[],
): Promise<Record<string, string>> {
  const transactions = changes.flatMap((change) => change.transactions);
  const transfers = changes.flatMap(({ nftTransfers }) => nftTransfers);
  const touched = changes.flatMap((change) => change.touched);
  const addresses = distinct(transactions.flatMap(participants));
  const owners = distinct([
    ...transfers.flatMap(({ from, to }) => [from, to]),
    ...touched.map(({ owner }) => owner),
  ]);
  const each = async <Item>(items: readonly Item[], read: (item: Item) => Promise<unknown>) => {
    const found: unknown[] = [];
    const step = Math.ceil(items.length / SAMPLE);
    for (const item of items.filter((_, at) => at % step === 0)) {
      found.push(await read(item));
    }
    return found;
  };
  const parts: Record<string, unknown> = {
    tip: await store.tip(),
    oldest: await store.oldest(),
    tipBlock: await store.getTipBlock(),
    blocks: await each(changes, ({ block }) => store.getBlock(block.number)),
    hashes: await each(changes, ({ block }) => store.blockHash(block.number)),
    ofBlocks: await each(changes, ({ block }) =>
      store.listBlockTransactions(block.number, undefined, ALL, ANY_SIZE),
    ),
    transactions: await each(transactions, ({ hash }) => store.getTransaction(hash)),
    ofAddresses: await each(addresses, (address) =>
      store.listAddressTransactions(address, undefined, ALL, ANY_SIZE),
    ),
    newest: await store.listLatestTransactions(undefined, ALL, ANY_SIZE),
    nfts: await each(transfers, ({ collection, tokenId }) => store.getNft(collection, tokenId)),
    owned: await each(owners, (owner) =>
      store.listErc721Balances(owner, undefined, undefined, ALL, ANY_SIZE),
    ),
    balances: await each(owners, (owner) =>
      store.listErc20Balances(owner, undefined, undefined, ALL),
    ),
    single: await each(touched, ({ owner, token }) =>
      store.listErc20Balances(owner, token, undefined, 1),
    ),
    dirty: await store.listPending(undefined, ALL),
    pending: (await store.counts()).pending,
    pairs: await store.listPairs(undefined, ALL),
    unknown: await store.unknownTokens(distinct(touched.map(({ token }) => token))),
    withoutUri: texts(await store.listNftsWithoutUri(undefined, ALL)).sort(),
    due: texts(await allDue(store)).sort(),
    counts: await store.countMetadata(),
  };
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, text(part)]));
}

async function allDue(store: ChainWriter) {
  const collections = await store.listDueCollections(ALL, undefined, ALL);
  const due = collections.map((collection) => store.listDueMetadata(collection, ALL, ALL));
  return (await Promise.all(due)).flat();
}

/** The name of the block of a change. */
export function nameOf({ block: { number, hash } }: BlockChange): BlockName {
  return { number, hash };
}

function distinct(hexes: readonly Hex[]): Hex[] {
  return [...new Set(hexes)];
}

function texts(items: readonly unknown[]): string[] {
  return items.map(text);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)) ?? "";
}
