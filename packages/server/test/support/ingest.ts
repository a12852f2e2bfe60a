import { expect, onTestFinished } from "vitest";
import { encodeWord } from "../../src/chain/abi.ts";
import type { BlockName, Hex } from "../../src/chain/records.ts";
import type { DevChain } from "../../src/dev/chain.ts";
import type { RpcRequest } from "../../src/dev/rpc.ts";
import { catchUp } from "../../src/ingest/add-blocks.ts";
import { developmentCheck } from "../../src/ingest/development.ts";
import type { IngestEvent } from "../../src/ingest/events.ts";
import { blocksAhead } from "../../src/ingest/fetch-blocks.ts";
import { type Follower, type FollowOptions, follow } from "../../src/ingest/follow.ts";
import { orphanRemoval } from "../../src/ingest/reorg.ts";
import { storedChain } from "../../src/ingest/stored-chain.ts";
import { createRpcClient, type RpcClient } from "../../src/source/json-rpc.ts";
import { nodeSource } from "../../src/source/node.ts";
import type { RpcOptions } from "../../src/source/node-pool.ts";
import type { ChainReader } from "../../src/store/chain-reader.ts";
import type { ChainWriter } from "../../src/store/chain-writer.ts";
import { ANY_SIZE } from "./blocks.ts";
import { emptyStore, someStores } from "./engines.ts";

/** A busy machine brings what is waited for late: more than 12 seconds have been seen. */
const PATIENCE_MS = 200_000;

/** The follower of each store: it alone knows when it has asked all it has to ask. */
const followers = new WeakMap<ChainWriter, Follower>();

/** Options of `followNodes`. */
interface NodeOptions extends Partial<FollowOptions> {
  readonly rpc?: RpcOptions;
  /** Whether development chains are told apart by their chain id. */
  readonly detectsDevelopment?: boolean;
}

/** Follows nodes into a store, until it is stopped or the test ends. */
export function followNodes(
  store: ChainWriter,
  urls: readonly string[],
  { rpc: rpcOptions, detectsDevelopment, ...options }: NodeOptions = {},
  webSocketUrl?: string,
) {
  const left: string[] = [];
  const onFailure = (host: string, reason: string) => left.push(`${host} ${reason}`);
  const rpc = createRpcClient(urls, onFailure, rpcOptions);
  const troubles: string[] = [];
  const reorgs: number[] = [];
  const emit = (event: IngestEvent) => {
    if (event.kind === "trouble") {
      troubles.push(event.reason);
    }
    if (event.kind === "reorg") {
      reorgs.push(event.depth);
    }
  };
  const follower = follow(
    store,
    rpc,
    {
      ...{ from: 0, pollMs: 50, verification: "ethereum", maxReorg: 64, emit },
      ...(detectsDevelopment && { checkDevelopment: developmentCheck(store, rpc, emit) }),
      ...options,
    },
    webSocketUrl === undefined ? undefined : { url: webSocketUrl },
  );
  followers.set(store, follower);
  onTestFinished(() => follower.stop());
  return { ...follower, left, troubles, reorgs };
}

/** Brings the blocks of a store up to date, and asks for no balances. */
export async function takeBlocks(store: ChainWriter, rpc: RpcClient): Promise<void> {
  const source = nodeSource(rpc);
  const chain = storedChain(store);
  const ahead = blocksAhead(source);
  const options = { from: 0, verification: "ethereum", maxReorg: 64, emit() {} } as const;
  const { signal } = new AbortController();
  const dropOrphans = orphanRemoval(chain, source, options);
  let result: string | undefined;
  while (result !== "done") {
    await dropOrphans(false);
    result = await catchUp(chain, ahead, await source.head(), options, signal);
  }
}

/** Waits until a condition holds. @throws Error naming it, after a while. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const start = Date.now();
  while (!(await holds())) {
    const waited = Date.now() - start;
    if (waited > patienceMs) {
      throw new Error(`not in time: ${what}`);
    }
    // Often at first, and then only so often that looking takes little of the processor.
    await new Promise((resolve) => setTimeout(resolve, Math.min(10 + waited / 10, 100)));
  }
}

/** Waits until a store has all that the node has, balances and names included. */
export async function caughtUp(
  store: ChainWriter,
  { send }: Pick<DevChain, "send">,
): Promise<void> {
  const isSettled = async () => {
    const { hash } = await latestBlock(send);
    return followers.get(store)?.status().settled === hash;
  };
  await until("the store is where the node is", isSettled);
}

/** Follows nodes into an empty store, until it has all of a chain. Default: the node of the chain. */
export async function followedStore(
  chain: Pick<DevChain, "send" | "rpcUrl">,
  urls: readonly string[] = [chain.rpcUrl],
  options: NodeOptions = {},
) {
  const store = await emptyStore();
  const follower = followNodes(store, urls, options);
  await caughtUp(store, chain);
  return { store, follower };
}

/** What a store answers that follows the node of a chain without faults. */
export async function undisturbed(chain: DevChain, options?: NodeOptions) {
  const { store, follower } = await followedStore(chain, undefined, options);
  const all = await contents(store, chain);
  await follower.stop();
  return all;
}

/** Follows a node into a store of each kind of today. */
export async function followedStores(url: string, options: NodeOptions = {}) {
  const stores = await someStores();
  const followers = stores.map((store) => followNodes(store, [url], options));
  /** Waits until the stores have all of a chain. */
  const settle = async (chain: Pick<DevChain, "send">) => {
    await Promise.all(stores.map((store) => caughtUp(store, chain)));
  };
  /** Waits for it, and compares the stores with one that has never had another chain. */
  const expectFresh = async (chain: DevChain) => {
    await settle(chain);
    const expected = await undisturbed(chain, options);
    for (const store of stores) {
      expect(await contents(store, chain)).toEqual(expected);
    }
  };
  return { stores, followers, settle, expectFresh };
}

/** Waits until a follower is in trouble. @returns What it says. */
export async function troubleOf({ status }: Pick<Follower, "status">): Promise<string> {
  await until("it is in trouble", () => status().trouble !== undefined);
  return status().trouble ?? "";
}

/** The latest block of a node. */
export async function latestBlock(send: RpcRequest): Promise<BlockName> {
  type Block = { readonly number: Hex; readonly hash: Hex };
  const { number, hash } = await send<Block>("eth_getBlockByNumber", "latest", false);
  return { number: Number(number), hash };
}

/** The balance of an owner, as its contract returns it. */
export async function balanceOn(send: RpcRequest, token: Hex, owner: Hex): Promise<bigint> {
  const data = `0x70a08231${encodeWord(BigInt(owner))}`;
  return BigInt(await send<Hex>("eth_call", { to: token, data }, "latest"));
}

/** The balances of an owner, as a store has them. */
export async function rawsOf(store: ChainReader, owner: Hex): Promise<readonly bigint[]> {
  const balances = await store.listErc20Balances(owner, undefined, undefined, 9);
  return balances.map(({ raw }) => raw);
}

/** The same sequence of numbers for the same seed. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Everything that a store answers about a chain: two stores that agree here serve the same. */
export async function contents(store: ChainReader, { accounts, contracts }: DevChain) {
  const tip = (await store.tip())?.number ?? -1;
  const coins = Object.values(contracts).map(({ address }) => address);
  const owners = [...accounts, ...coins];
  const blocks = Array.from({ length: tip + 1 }, (_, number) => store.getBlock(number));
  const all = <Found>(read: (owner: Hex) => Promise<Found>) => Promise.all(owners.map(read));
  return {
    blocks: await Promise.all(blocks),
    transactions: await store.listLatestTransactions(undefined, 10_000, ANY_SIZE),
    byAddress: await all((owner) =>
      store.listAddressTransactions(owner, undefined, 10_000, ANY_SIZE),
    ),
    nfts: await all((owner) =>
      store.listErc721Balances(owner, undefined, undefined, 10_000, ANY_SIZE),
    ),
    balances: await all((owner) => store.listErc20Balances(owner, undefined, undefined, 10_000)),
    pairs: await all((owner) =>
      Promise.all(coins.map((coin) => store.listErc20Balances(owner, coin, undefined, 1))),
    ),
  };
}
