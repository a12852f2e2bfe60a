import type { JsonObject } from "@chainkit/openapi";
import type { Reader } from "./reader.ts";

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

const PAGE = 100;
/** Number of pages of transactions that are read: what is rare, such as a creation, is seldom on the first. */
const MAX_PAGES = 4;
/** Number of wallets whose balances are read. */
const MAX_WALLETS = 14;

/**
 * Reads the latest transactions of a chain and the balances of their participants.
 *
 * @returns Undefined if the target does not serve the chain, or the chain has no transactions.
 */
export async function readChain(
  reader: Reader,
  name: string,
  isClose: boolean,
): Promise<Chain | undefined> {
  const latest = { chainName: name, limit: PAGE };
  const pages = isClose ? MAX_PAGES : 1;
  const transactions = await reader("getLatestTransactions", latest, pages);
  if (transactions.length === 0) {
    return undefined;
  }
  const wallets: Wallet[] = [];
  for (const wallet of isClose ? participants(transactions) : []) {
    const at = { chainName: name, walletAddress: wallet.address };
    const [tokens, nfts] = await Promise.all([
      reader("getErc20Balances", at),
      reader("getErc721Balances", at),
    ]);
    wallets.push({ ...wallet, tokens, nfts });
  }
  return { name, transactions, wallets };
}

/** Returns senders and recipients, most active first, senders before others. */
function participants(
  transactions: readonly JsonObject[],
): Pick<Wallet, "address" | "sent" | "received">[] {
  const counts = new Map<string, { address: string; sent: number; received: number }>();
  const count = (address: unknown, side: "sent" | "received") => {
    if (typeof address !== "string") {
      return;
    }
    const key = address.toLowerCase();
    const entry = counts.get(key) ?? { address, sent: 0, received: 0 };
    entry[side] += 1;
    counts.set(key, entry);
  };
  for (const { from_address, to_address } of transactions) {
    count(from_address, "sent");
    count(to_address, "received");
  }
  const all = [...counts.values()].sort((a, b) => b.sent + b.received - a.sent - a.received);
  const senders = all.filter(({ sent }) => sent > 0).slice(0, MAX_WALLETS - 2);
  const others = all.filter(({ sent }) => sent === 0).slice(0, 2);
  return [...senders, ...others];
}
