import { setTimeout as wait } from "node:timers/promises";
import { NODE_CHAIN } from "./context.ts";
import type { LocalNode } from "./node.ts";
import { type Hex, HOTTEST, holder, made } from "./traffic.ts";

/** Chain that mines and reorganises continuously. */
export interface BusyChain {
  /** Number of its latest block. */
  head(): number;
  /** @returns Function that stops it. */
  start(): () => Promise<void>;
  /** Path of a request: all operations in turn, including some that are not found. */
  pathOf(count: number): string;
}

const PER_BLOCK = 20;
/** Faster than real chains, so that all caches and buffers are full before half of the time. */
const BLOCK_MS = 200;
const BLOCKS_PER_REORG = 25;
/** Early, so that short runs have one as well. */
const FIRST_REORG = 5;
/** The first is as deep, and so removes blocks of the history as well. */
const DEEPEST = 6;
const HISTORY = 30;

/** Fills a node with history. */
export async function busyChain(node: LocalNode): Promise<BusyChain> {
  let head = 0;
  let hashes: readonly Hex[] = [];
  const mine = async () => {
    await node.mine(1, PER_BLOCK);
    const block = await node.call<{ number: Hex; transactions: Hex[] }>(
      ...(["eth_getBlockByNumber", "latest", false] as const),
    );
    head = Number(block.number);
    hashes = [...block.transactions, ...hashes].slice(0, PER_BLOCK * HISTORY);
  };
  for (let block = 0; block < HISTORY; block += 1) {
    await mine();
  }

  const reorganise = async (depth: number) => {
    await node.call("anvil_reorg", depth, []);
    await node.resume();
  };
  const data = `/v2/${NODE_CHAIN}`;
  const address = (of: Hex) => `/${NODE_CHAIN}/v1/address/${of}`;
  const paths: readonly ((count: number) => string)[] = [
    (count) => `${data}/transactions/${hashes[count % hashes.length]}`,
    (count) => `${data}/blocks/${head - (count % HISTORY)}`,
    () => `${data}/blocks/latest`,
    (count) => `${data}/collections/${node.contracts.collection}/nfts/${2 + 12 * (count % 40)}`,
    (count) => `${address(holder(count))}/balance/erc20`,
    (count) => `${address(holder(count))}/balance/erc721?limit=10`,
    () => `${address(HOTTEST)}/transactions`,
    (count) => `${address(holder(count))}/transactions?limit=${1 + (count % 100)}`,
    (count) => `/${NODE_CHAIN}/v1/block/${head - (count % HISTORY)}/transactions`,
    (count) => `/${NODE_CHAIN}/v1/transactions?limit=${1 + (count % 100)}`,
    (count) => `${data}/transactions/${made(`nothing ${count}`)}`,
    (count) => `${data}/blocks/${head + 1_000 + count}`,
    () => `${address(HOTTEST)}/transactions?limit=0`,
    () => `${address(HOTTEST)}/transactions?cursor=nonsense`,
    (count) => `/nowhere/${count}`,
  ];
  return {
    head: () => head,
    pathOf: (count) => paths[count % paths.length]?.(Math.floor(count / paths.length)) ?? "/",
    start() {
      const stopped = new AbortController();
      const run = async () => {
        for (let block = 1; !stopped.signal.aborted; block += 1) {
          if (block % BLOCKS_PER_REORG === FIRST_REORG) {
            await reorganise(DEEPEST - (Math.floor(block / BLOCKS_PER_REORG) % DEEPEST));
          }
          await mine();
          await wait(BLOCK_MS, undefined, { signal: stopped.signal }).catch(() => {});
        }
      };
      const ended = run();
      // A failure is reported on stop.
      ended.catch(() => {});
      return async () => {
        stopped.abort();
        await ended;
      };
    },
  };
}
