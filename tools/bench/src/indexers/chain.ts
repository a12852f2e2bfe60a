import type { BenchContext } from "../service/context.ts";
import type { Hex } from "../service/traffic.ts";

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
    const name = `0x${number.toString(16)}`;
    const block = await node.call<{ transactions: Hex[] }>("eth_getBlockByNumber", name, false);
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
