import { join } from "node:path";
import { installProject } from "../../../repo/src/extras/index.ts";
import type { Hex } from "../service/traffic.ts";
import type { Engine } from "../store.ts";
import type { Chain } from "./chain.ts";

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
