import type { JsonObject } from "@chainkit/openapi";
import type { Known } from "../cases/values.ts";

/** Data read from a chain. */
export interface Chain {
  readonly name: string;
  readonly transactions: readonly JsonObject[];
  readonly wallets: readonly Wallet[];
}

/** A wallet and its balances. */
export interface Wallet {
  readonly address: string;
  /** Number of the latest transactions that it sent and received. */
  readonly sent: number;
  readonly received: number;
  readonly tokens: readonly JsonObject[];
  readonly nfts: readonly JsonObject[];
}

const MAX_TRANSACTIONS = 12;
const MAX_NFTS = 4;

/** Selects values as different as the chain has them, the richest first: it is the base of all cases. */
export function selectValues({ name, transactions, wallets }: Chain): Known {
  const chain = { chainName: name };
  const chainV2 = { chain_name: name };
  const blocks = blockNumbers(transactions);
  const byTokens = richest(wallets, ({ tokens }) => tokens.length).slice(0, 3);
  const byNfts = richest(wallets, ({ nfts }) => nfts.length).slice(0, 3);
  const busy = richest(wallets, ({ sent, received }) => sent + received).slice(0, 1);
  const senders = wallets.filter(({ sent, received }) => sent > 0 && received > 0).slice(0, 1);
  const receivers = wallets.filter(({ sent, received }) => sent === 0 && received > 0).slice(0, 1);
  const nfts = distinctBy(
    wallets.flatMap(({ nfts: own }) => own),
    ({ address, tokenId }) => `${address} ${tokenId}`,
  ).sort((a, b) => known(b) - known(a));
  const wallet = ({ address }: Wallet) => ({ ...chain, walletAddress: address });
  return {
    getLatestTransactions: [chain],
    getTransaction: diverse(transactions).map(({ transaction_hash }) => ({
      ...chainV2,
      transaction_hash,
    })),
    getBlock: blocks.map((number) => ({ ...chainV2, block_number: String(number) })),
    getBlockTransactions: blocks.map((blockNumber) => ({ ...chain, blockNumber })),
    getErc20Balances: byTokens.map(wallet),
    getErc721Balances: byNfts.map(wallet),
    getAddressTransactions: distinctBy(
      [...busy, ...senders, ...receivers],
      ({ address }) => address,
    ).map(wallet),
    getNft: nfts.slice(0, MAX_NFTS).map(({ address, tokenId }) => ({
      ...chainV2,
      collection_address: address,
      token_id: tokenId,
    })),
  };
}

/** The blocks with the most transactions, the newest, the oldest and one with a creation. */
function blockNumbers(transactions: readonly JsonObject[]): number[] {
  const byBlock = Map.groupBy(transactions, ({ block_number }) => Number(block_number));
  const numbers = [...byBlock.keys()].filter(Number.isSafeInteger).sort((a, b) => b - a);
  const fullest = numbers.toSorted(
    (a, b) => (byBlock.get(b)?.length ?? 0) - (byBlock.get(a)?.length ?? 0),
  );
  const creation = transactions.find(isCreation)?.block_number;
  const selected = [fullest[0], numbers[0], numbers.at(-1), fullest[1], creation].map(Number);
  return [...new Set(selected.filter(Number.isSafeInteger))];
}

function isCreation({ to_address }: JsonObject): boolean {
  return (to_address ?? null) === null;
}

/** Selects transactions of each kind. */
function diverse(transactions: readonly JsonObject[]): JsonObject[] {
  const value = (each: JsonObject) => String(each.value ?? "");
  const kinds: ((each: JsonObject) => boolean)[] = [
    (each) => /[1-9]$/.test(value(each)) && value(each).length > 15,
    isCreation,
    (each) => value(each) === "0",
    (each) => value(each).length > 1,
    (each) => /^[1-9]\d{0,8}$/.test(value(each)),
    (each) => each.input === "0x",
    (each) => typeof each.input === "string" && each.input.length > 10,
    (each) => each.to_address === each.from_address,
  ];
  const types = new Set(transactions.map(({ transaction_type }) => transaction_type));
  const ofKinds = kinds.map((is) => transactions.find(is)).filter((each) => each !== undefined);
  const ofTypes = [...types]
    .map((type) => transactions.find(({ transaction_type }) => transaction_type === type))
    .filter((each) => each !== undefined);
  const ends = [transactions[0], transactions.at(-1)].filter((each) => each !== undefined);
  return [...new Set([...ends, ...ofKinds, ...ofTypes])].slice(0, MAX_TRANSACTIONS);
}

function richest(wallets: readonly Wallet[], measure: (wallet: Wallet) => number): Wallet[] {
  return wallets.filter((each) => measure(each) > 0).sort((a, b) => measure(b) - measure(a));
}

/** Returns the number of non-null fields of an NFT. */
function known({ metadata, tokenUri }: JsonObject): number {
  const facts = Object.values(metadata ?? {}).filter((each) => each !== null);
  return facts.length + (tokenUri ? 1 : 0);
}

function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item).toLowerCase(), item])).values()];
}
