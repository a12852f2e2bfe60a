import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import { type Hex, ZERO_ADDRESS } from "../src/chain/records.ts";
import { runDiscoveries } from "../src/ingest/discover.ts";
import type { IngestEvent } from "../src/ingest/events.ts";
import type { Additions } from "../src/ingest/thread.ts";
import { closeReaders, type OpenChain, openChain } from "../src/service/chains.ts";
import { onDemandOf, startService } from "../src/service/start.ts";
import { openStorage } from "../src/service/storage.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import type { ChainReader } from "../src/store/chain-reader.ts";
import { besideWriter } from "../src/store/open.ts";
import { ANY_SIZE, address, blockOf, name } from "./support/blocks.ts";
import { emptyStore, SQLITE, untilEnd } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { balanceOn, followedStore, until } from "./support/ingest.ts";
import { fakeProvider, type Manners, nodeBackend } from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { SETTINGS, startService as startHttpService, temporaryFolder } from "./support/support.ts";

/** A chain that is served from a new folder, and followed from its head on. */
async function openServed(url: string, rate?: number) {
  const data = join(temporaryFolder(), "data");
  const storage = openStorage({ kind: "folder", path: data });
  const served = await openChain(storage, "ethereum", {
    urls: [url],
    rpc: { rate },
    pollMs: 50,
    sweepPairs: 0,
    fetchMetadata: false,
    from: undefined,
  });
  return { data, storage, served: served as OpenChain };
}

interface LateOptions {
  readonly manners?: Manners;
  /** Blocks between the transfers and the oldest stored one. */
  readonly blocks?: number;
  readonly rate?: number;
  /** Whether the wallets that are requested are discovered. Default: they are. */
  readonly discovers?: boolean;
}

/** A service of a chain whose tokens have moved before the oldest stored block. */
async function lateService({ manners, blocks = 0, rate, discovers = true }: LateOptions = {}) {
  const chain = await quietChain();
  const { store: whole, follower } = await followedStore(chain);
  await follower.stop();
  for (let left = blocks; left > 0; left -= 250) {
    await chain.send("anvil_mine", toQuantity(Math.min(left, 250)));
  }
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl), manners);
  const { data, storage, served } = await openServed(provider.url, rate);
  const { reader } = served;
  const onDemand = discovers ? ({ balancesOnDemand: 60, discover: "wallets" } as const) : {};
  const service = await startService({ ...SETTINGS, ...onDemand }, storage, [served]);
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
  await until("it has a block", async () => !!(await reader.tip()));
  await until("it is settled", service.isSettled);
  provider.reset();

  const holdings = (one: ChainReader) =>
    Promise.all(
      chain.accounts.map(async (owner) => ({
        erc20: await one.listErc20Balances(owner, undefined, undefined, 100),
        // The block of its mint is not stored, and so not stated.
        erc721: (await one.listErc721Balances(owner, undefined, undefined, 100, ANY_SIZE)).map(
          (nft) => ({ ...nft, mintBlockNumber: null, mintTimestamp: null }),
        ),
      })),
    );
  const isRead = async () => {
    const { withoutUri } = await reader.countMetadata();
    return (await reader.counts()).pending + withoutUri === 0;
  };
  const discover = (...args: readonly string[]) =>
    call(["discover", ...args, "--data", data, "--chain", `ethereum=${provider.url}`]);
  const expected = await holdings(whole);
  return { chain, provider, reader, stop, get, holdings, expected, isRead, discover };
}

/** What providers say about a range that is too long for them, with the code that each uses. */
const REFUSALS = [
  { code: -32_005, message: "query returned more than 10000 results" },
  { code: -32_614, message: "eth_getLogs is limited to a 100 range" },
  { code: -32_000, message: "exceed maximum block range: 100" },
  { code: -32_600, message: "Block range is too large" },
] as const;

/** The range of blocks that a call asks for the logs of; undefined for other calls, and for those of one block by hash. */
function rangeOf({ method, params: [filter] }: { method: string; params: readonly unknown[] }) {
  const { fromBlock, toBlock } = Object(filter);
  return method === "eth_getLogs" && toBlock !== undefined
    ? { from: Number(fromBlock), to: Number(toBlock) }
    : undefined;
}

/** A node that returns the logs of so many blocks at once, and none of those below a number. */
function limitedLogs(most: number) {
  const asked = { refused: 0, ranges: [] as number[], from: 0 };
  const manners: Manners = {
    outcome(each) {
      const { from, to } = rangeOf(each) ?? { from: asked.from, to: undefined };
      if (to === undefined) {
        return undefined;
      }
      if (to - from >= most || from < asked.from) {
        asked.refused += 1;
        // The same range is refused in the same words each time.
        return { error: REFUSALS[from % REFUSALS.length] ?? {} };
      }
      asked.ranges.push(to);
      return undefined;
    },
  };
  return { asked, manners };
}

const count = (holdings: readonly { erc20: readonly unknown[]; erc721: readonly unknown[] }[]) =>
  holdings.flatMap(({ erc20, erc721 }) => [...erc20, ...erc721]).length;

test("finds the tokens of wallets below the oldest block, in ranges as long as the node allows", async () => {
  const { asked, manners } = limitedLogs(100);
  const late = await lateService({ manners, blocks: 1_000, discovers: false });
  const { chain, provider, reader, holdings, expected, isRead, discover } = late;
  expect(count(expected)).toBeGreaterThan(10);
  expect(count(await holdings(reader))).toBe(0);
  const sent = new Set<string>();
  const { outcome } = manners;
  provider.manners.outcome = (each) => {
    const own = Object.keys(provider.headers).filter((header) => header.startsWith("x-"));
    for (const header of rangeOf(each) ? own : []) {
      sent.add(header);
    }
    return outcome?.(each);
  };

  // The second is a secret of another chain.
  const headers = ["--rpc-header", "ethereum=x-own: 1", "--rpc-header", "base=x-foreign: 1"];
  // What a wallet has passed on is not added: some of these have.
  const half = chain.accounts.length / 2;
  await discover(...chain.accounts.slice(half), ...headers);
  await until("half of the wallets are read", isRead);
  const found = await holdings(reader);
  expect(found.slice(half)).toEqual(expected.slice(half));
  expect(count(found.slice(0, half))).toBe(0);

  provider.reset();
  const told = await discover(...chain.accounts, ...headers);
  expect(told.output).toMatch(/\d+ balances will be read, \d+ NFTs added, of what \d+ wallets/);
  expect(told.code).toBe(0);
  await until("all is read", isRead);
  expect(await holdings(reader)).toEqual(expected);
  const extents = chain.accounts.map((owner) => reader.extent({ owner }));
  expect((await Promise.all(extents)).map((extent) => extent.isDiscovered)).not.toContain(false);
  expect(asked.refused).toBeGreaterThan(0);
  expect(sent).toEqual(new Set(["x-own"]));
  // Two kinds of logs in ranges of nearly a hundred blocks, and what it takes to find that length.
  expect(provider.served.eth_getLogs).toBeLessThan(2 * (12 + 16));
});

test("the tokens of all wallets are found without blocks, also after an interruption", async () => {
  const { asked, manners } = limitedLogs(50);
  const late = await lateService({ manners, blocks: 500, discovers: false });
  const { chain, reader, get, holdings, expected, isRead, discover } = late;
  const wallet = chain.accounts[0] as Hex;
  const oldest = await reader.oldest();
  asked.from = 250;
  const failed = await discover("--all");
  expect(failed.output).toContain("eth_getLogs of block 249: ");
  expect(failed.code).toBe(1);
  expect(asked.ranges.at(0)).toBe((oldest?.number ?? 0) - 1);
  expect((await get(wallet, "erc721")).coverage).toMatch(/complete=\?0$/);

  Object.assign(asked, { from: 0, ranges: [] });
  const found = await discover("--all");
  expect(found.output).toMatch(/\d+ balances will be read, \d+ NFTs added, of what all wallets/);
  expect(found.code).toBe(0);
  expect(Math.max(...asked.ranges)).toBe(249);
  expect(asked.ranges.length).toBeLessThan(30);
  await until("all is read", isRead);
  expect(await holdings(reader)).toEqual(expected);
  expect((await get(wallet, "erc20")).coverage).toMatch(/ complete, pending=0, unreadable=0$/);
  expect((await get(wallet, "erc721")).coverage).toMatch(/ complete$/);
});

const BLOCKS = 300;

test("the first request of a wallet finds what it received before the oldest block", async () => {
  const { chain, provider, get } = await lateService();
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
    outcome: (each) => void asked.push(rangeOf(each)?.to ?? 0),
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
    onDemand?.discover(chain, address(8), BLOCKS, "a");
  }
  await until("they are added", () => added.length > 1);
  const queued = { wallets: { names: [address(8)], oldest: BLOCKS } };
  expect(added).toEqual(["polygon", "ethereum"].map((chain) => [chain, queued]));
});

test("a rate limit holds for balances and the logs of wallets together", async () => {
  const { provider, get } = await lateService({ blocks: 400, rate: 20 });
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
  const manners: Manners = {
    outcome(each) {
      const { from, to } = rangeOf(each) ?? {};
      asked += each.method === "eth_getLogs" ? 1 : 0;
      return from === to ? undefined : { error: REFUSALS[0] };
    },
  };
  const { stop, get } = await lateService({ manners, blocks });
  await get(address(7), "erc721");
  await until("it reads block by block", async () => asked > 20);
  await stop();
  expect(asked).toBeLessThan(blocks);
});
