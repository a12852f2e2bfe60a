import { join } from "node:path";
import { toQuantity } from "@chainkit/server/abi";
import { installProject } from "../../../repo/src/extras/index.ts";
import type { BenchContext } from "../service/context.ts";
import type { Hex } from "../service/traffic.ts";
import type { Engine } from "../store.ts";

/** Project of the other indexers, with its own dependencies. */
const folder = join(import.meta.dirname, "../../indexers");

/** Installs the other indexers on first use. */
export const installIndexers = () => installProject(folder);

/** URLs by which what has been indexed is read. */
interface Api {
  transaction(hash: Hex): string;
  /** The first 100 transactions of a block. */
  page(block: number): string;
}

/** Indexer that runs. */
export interface Running {
  readonly pid: number;
  readonly api?: Api;
  /** Whether it has reached the latest block. */
  isCaughtUp(): Promise<boolean>;
  /** Says what of the chain it does not have. */
  missing(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Program that keeps a chain in a store. */
export interface Indexer {
  readonly name: string;
  readonly engines: readonly Engine[];
  /** Starts it. @param place An empty folder, or the URL of an empty database. */
  start(chain: Chain, place: string): Promise<Running>;
}

/** Compares numbers of rows with those of the chain. */
export function compareCounts(
  found: Readonly<Record<string, number>>,
  { tip, transactions, transfers }: Pick<Chain, "tip" | "transactions" | "transfers">,
): string[] {
  const wanted: Readonly<Record<string, number>> = {
    blocks: tip + 1,
    transactions: transactions.length,
    transfers,
  };
  return Object.entries(found)
    .filter(([name, count]) => wanted[name] !== count)
    .map(([name, count]) => `${count} instead of ${wanted[name]} ${name}`);
}

/** The chain that all index, and what of it they must have in the end. */
export interface Chain {
  /** Of the node. */
  readonly url: string;
  /** Number of the latest block. */
  readonly tip: number;
  /** Hashes in the order of the chain. */
  readonly transactions: readonly Hex[];
  readonly senders: readonly Hex[];
  readonly token: Hex;
  readonly collection: Hex;
  readonly transfers: number;
  /** Those who have sent or received the token. */
  readonly holders: readonly Hex[];
}

interface Log {
  readonly address: Hex;
  readonly topics: readonly [Hex, Hex, Hex];
}

const addressIn = (topic: Hex): Hex => `0x${topic.slice(-40)}`;

/** Asks the node itself for what is to be indexed. */
export async function readChain(context: BenchContext): Promise<Chain> {
  const node = await context.filledNode();
  const { token, collection } = node.contracts;
  const senders = await node.call<Hex[]>("eth_accounts");
  const logs = await node.call<Log[]>("eth_getLogs", { fromBlock: "0x0", toBlock: "latest" });
  const transactions: Hex[] = [];
  for (let number = 0; number <= node.blocks; number += 1) {
    const params = [toQuantity(number), false] as const;
    const block = await node.call<{ transactions: Hex[] }>("eth_getBlockByNumber", ...params);
    transactions.push(...block.transactions);
  }
  const ofTokens = logs.filter(({ address }) => address === token);
  const holders = ofTokens.flatMap(({ topics: [, from, to] }) => [from, to].map(addressIn));
  return {
    url: node.url,
    tip: node.blocks,
    transactions,
    senders,
    token,
    collection,
    transfers: logs.length,
    holders: [...new Set(holders)],
  };
}
