import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import { type Hex, ZERO_ADDRESS } from "../src/chain/records.ts";
import { runDiscoveries } from "../src/ingest/discover.ts";
import type { IngestEvent } from "../src/ingest/events.ts";
import type { Additions } from "../src/ingest/thread.ts";
import { closeReaders, type OpenChain, openChain } from "../src/service/chains.ts";
import { openStorage } from "../src/service/open-storage.ts";
import { onDemandOf, startService } from "../src/service/start.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { besideWriter, openWriter } from "../src/store/open.ts";
import { address, blockOf, name } from "./support/blocks.ts";
import { emptyStore, SQLITE, untilEnd } from "./support/engines.ts";
import { balanceOn, until } from "./support/ingest.ts";
import { fakeProvider, type Manners, nodeBackend } from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { SETTINGS, startService as startHttpService, temporaryFolder } from "./support/support.ts";

const BLOCKS = 300;
const REFUSAL = { error: { code: -32_000, message: "no logs" } };

/** Whether the filter of logs is a range of one block. */
const isOneBlock = ([filter]: readonly unknown[]) => {
  const { fromBlock, toBlock } = Object(filter);
  return fromBlock !== undefined && fromBlock === toBlock;
};

/** A chain that is served from a new folder, and followed from its head on. */
async function openServed(url: string, rate?: number) {
  const storage = openStorage({ kind: "folder", path: join(temporaryFolder(), "data") });
  const served = await openChain(storage, "ethereum", {
    urls: [url],
    rpc: { rate },
    pollMs: 50,
    sweepPairs: 0,
    fetchMetadata: false,
    from: undefined,
  });
  return { storage, served: served as OpenChain };
}

/** A service that follows a local chain, and discovers the wallets that are requested. */
async function discovering(manners?: Manners, blocks = 0, rate?: number) {
  const chain = await quietChain();
  await chain.send("anvil_mine", toQuantity(blocks));
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl), manners);
  const { storage, served } = await openServed(provider.url, rate);
  const settings = { ...SETTINGS, balancesOnDemand: 60, discover: "wallets" } as const;
  const service = await startService(settings, storage, [served]);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= service.stop();
    return stopping;
  };
  onTestFinished(stop);
  const get = async (wallet: Hex, list: "erc20" | "erc721") => {
    const url = `${service.url}/ethereum/v1/address/${wallet}/balance/${list}`;
    const response = await fetch(url);
    // biome-ignore lint/suspicious/noExplicitAny: a page or a problem.
    const body: any = await response.json();
    return { body, coverage: response.headers.get("chainkit-coverage") ?? "" };
  };
  await until("it has a block", async () => !!(await served.reader.tip()));
  await until("it is settled", service.isSettled);
  provider.reset();
  return { chain, provider, stop, get };
}

test("the first request of a wallet finds what it received before the oldest block", async () => {
  const { chain, provider, get } = await discovering();
  const { address: token } = chain.contracts.dollar;
  const balanceOf = (owner: Hex) => balanceOn(chain.send, token, owner);
  const amounts = await Promise.all(chain.accounts.map(balanceOf));
  const at = amounts.findIndex((amount) => amount > 0n);
  const wallet = chain.accounts[at] ?? ZERO_ADDRESS;
  const first = await get(wallet, "erc20");
  expect(first.body.erc20TokenBalances).toEqual([]);
  expect(first.coverage).toContain("complete=?0");
  await until("its tokens are stated to be complete", async () => {
    // A balance is read with the next block.
    await chain.send("evm_mine");
    return /complete(,|$)/.test((await get(wallet, "erc20")).coverage);
  });
  const { body } = await get(wallet, "erc20");
  const raw = body.erc20TokenBalances.map(
    (each: { raw_balance: string; contract: { address: Hex } }) =>
      each.contract.address === token ? BigInt(each.raw_balance) : undefined,
  );
  expect(raw).toContain(await balanceOf(wallet));
  expect((await get(wallet, "erc721")).coverage).toMatch(/complete$/);
  // The zero address, which has received every burnt token, is not discovered, and others once.
  const { eth_getLogs: asked = 0 } = provider.served;
  await get(ZERO_ADDRESS, "erc20");
  await get(wallet, "erc721");
  await get(address(7), "erc721");
  await until("another one is", async () =>
    (await get(address(7), "erc721")).coverage.endsWith("complete"),
  );
  expect(provider.served.eth_getLogs).toBe(2 * asked);
});

test("a wallet is discovered while its balances are pending, unless nothing is below the oldest block", async () => {
  const store = await emptyStore();
  await store.addBlocks([blockOf(name(1))], undefined);
  const discovered: Hex[] = [];
  const onDemand = {
    load: async () => {},
    discover: (_: string, wallet: Hex) => void discovered.push(wallet),
  };
  const service = await startHttpService({}, { chains: new Map([["ethereum", store]]), onDemand });
  // Each block of these touches a balance of this wallet.
  const path = `/ethereum/v1/address/${address(1)}/balance/erc20`;
  expect((await service.get(path)).status).toBe(503);
  expect(discovered).toEqual([address(1)]);
  await store.prependBlocks([blockOf(name(0))], name(1));
  expect((await service.get(path)).status).toBe(503);
  expect(discovered).toHaveLength(1);
});

/** A chain of one block, and the outcome of the first pass over the logs below it. */
async function waiting(url: string, wallet: Hex, lowest: number) {
  const place = await SQLITE.place();
  const writer = untilEnd(await SQLITE.openWriter(place));
  await writer.addBlocks([blockOf(name(BLOCKS))], undefined);
  await besideWriter(place, (chain) => chain.queueWallets([wallet], lowest));
  const reported = Promise.withResolvers<IngestEvent>();
  const discoveries = runDiscoveries(place, writer, createRpcClient([url]), reported.resolve);
  onTestFinished(() => discoveries.stop());
  return { writer, reported: reported.promise };
}

test("wallets that wait in the store are discovered, from where a pass was interrupted", async () => {
  const chain = await quietChain();
  await chain.send("anvil_mine", toQuantity(BLOCKS));
  const asked: number[] = [];
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl), {
    outcome({ method, params }) {
      const { toBlock } = Object(params[0]);
      // At start, the logs of one block are asked for by its hash.
      if (method === "eth_getLogs" && toBlock !== undefined) {
        asked.push(Number(toBlock));
      }
      return undefined;
    },
  });
  const { writer, reported } = await waiting(provider.url, address(7), BLOCKS - 100);
  expect(await reported).toMatchObject({ kind: "wallets discovered", wallets: 1 });
  expect(Math.max(...asked)).toBe(BLOCKS - 101);
  expect((await writer.extent({ owner: address(7) })).isDiscovered).toBe(true);
});

test("a wallet whose logs cannot be read is kept", async () => {
  const { writer, reported } = await waiting("http://127.0.0.1:1", address(7), 50);
  expect(await reported).toMatchObject({ kind: "discovery failed" });
  expect(await writer.listUndiscovered(9)).toEqual([{ wallet: address(7), lowest: 50 }]);
});

test("a wallet is queued once, by whoever follows its chain", async () => {
  const { served } = await openServed("http://127.0.0.1:1");
  onTestFinished(() => closeReaders([served]));
  const writer = untilEnd(await openWriter(served.order.store, { undoBlocks: 10 }));
  await writer.addBlocks([blockOf(name(BLOCKS))], undefined);
  const added: unknown[] = [];
  const add = async (...all: [string, Additions]) => void added.push(all);
  // Of those that follow no chain, the readers of a folder leave it to its follower.
  const order = { ...served.order, urls: [] };
  const store = { kind: "postgres", url: "", schema: "" } as const;
  const onDemand = onDemandOf(
    { ...SETTINGS, balancesOnDemand: 60, discover: "wallets" },
    [
      served,
      { ...served, name: "bsc", order },
      { ...served, name: "polygon", order: { ...order, store } },
    ],
    Promise.resolve({ add, isFollowed: async () => true }),
  );
  for (const chain of ["base", "bsc", "polygon", "ethereum", "ethereum"]) {
    onDemand?.discover(chain, address(8), "a");
  }
  await until("they are added", () => added.length > 1);
  const queued = { wallets: { names: [address(8)], oldest: BLOCKS } };
  expect(added).toEqual([
    ["polygon", queued],
    ["ethereum", queued],
  ]);
});

test("a rate limit holds for balances and the logs of wallets together", async () => {
  const { provider, get } = await discovering(undefined, 400, 20);
  const startedAt = performance.now();
  await get(address(7), "erc721");
  await until("the wallet is discovered", async () =>
    (await get(address(7), "erc721")).coverage.endsWith("complete"),
  );
  const calls = Object.values(provider.served).reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(calls).toBeLessThanOrEqual(20 * (seconds + 1));
});

test("a service that stops reads no more logs", async () => {
  const blocks = 500;
  let asked = 0;
  const { stop, get } = await discovering(
    {
      outcome({ method, params }) {
        asked += method === "eth_getLogs" ? 1 : 0;
        return method === "eth_getLogs" && !isOneBlock(params) ? REFUSAL : undefined;
      },
    },
    blocks,
  );
  await get(address(7), "erc721");
  await until("it reads block by block", async () => asked > 20);
  await stop();
  expect(asked).toBeLessThan(blocks);
});
