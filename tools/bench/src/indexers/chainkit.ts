import { NODE_CHAIN } from "../service/context.ts";
import { startService } from "../service/service.ts";
import { type Chain, compareCounts, type Indexer, type Running } from "./indexer.ts";

const DATA = `/v2/${NODE_CHAIN}`;
const LISTS = `/${NODE_CHAIN}/v1`;
const CALLERS = 16;

/** The service. */
export const chainkit: Indexer = {
  name: "chainkit",
  engines: ["SQLite", "PostgreSQL"],
  start: startChainkit,
};

async function startChainkit(chain: Chain, place: string): Promise<Running> {
  const args = ["--chain", `${NODE_CHAIN}=${chain.url}`, "--from", "0"];
  const { url, pid, metrics, stop } = await startService(place, ...args);
  return {
    pid,
    api: {
      transaction: (hash) => `${url}${DATA}/transactions/${hash}`,
      page: (block) => `${url}${LISTS}/block/${block}/transactions?limit=100`,
    },
    async isCaughtUp() {
      // The block first: reading the metrics takes the service two milliseconds.
      const tip = await fetch(`${url}${DATA}/blocks/${chain.tip}`);
      await tip.arrayBuffer();
      return tip.ok && (await metrics()).sum("chainkit_balances_dirty") === 0;
    },
    missing: () => missing(url, chain),
    stop,
  };
}

async function getJson<Body>(url: string): Promise<Body> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  }
  return (await response.json()) as Body;
}

async function missing(url: string, chain: Chain): Promise<string[]> {
  const { block } = await getJson<{ block: { number: number } }>(`${url}${DATA}/blocks/latest`);
  const transactions = await countTransactions(url);
  return [
    ...compareCounts({ blocks: block.number + 1, transactions }, chain),
    ...(await missingTokens(url, chain)),
  ];
}

async function countTransactions(url: string): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: { transactions: unknown[]; cursor: string | null } = await getJson(
      `${url}${LISTS}/transactions?limit=100${query}`,
    );
    count += page.transactions.length;
    cursor = page.cursor;
  }
  return count;
}

/**
 * Looks for the token in the balances of all who have had it. NFTs are not looked for: the contract says yes to
 * whatever it is asked, and so is no ERC-721 contract to the service.
 */
async function missingTokens(url: string, { token, holders }: Chain): Promise<string[]> {
  const found: string[] = [];
  const left = holders.values();
  const caller = async () => {
    for (const holder of left) {
      const page = await getJson<{ erc20TokenBalances: unknown[] }>(
        `${url}${LISTS}/address/${holder}/balance/erc20?contract-address=${token}`,
      );
      if (page.erc20TokenBalances.length === 0) {
        found.push(`the token of ${holder}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return found;
}
