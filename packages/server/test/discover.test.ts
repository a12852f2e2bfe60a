import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import type { ChainReader } from "../src/store/chain-reader.ts";
import { ANY_SIZE } from "./support/blocks.ts";
import { emptyStore } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, followedStore, followNodes, until } from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { startService, temporaryFolder } from "./support/support.ts";

/** What providers say about a range that is too long for them, with the code that each uses. */
const REFUSALS = [
  { code: -32_005, message: "query returned more than 10000 results" },
  { code: -32_614, message: "eth_getLogs is limited to a 100 range" },
  { code: -32_000, message: "exceed maximum block range: 100" },
  { code: -32_600, message: "Block range is too large" },
] as const;

/**
 * A chain whose tokens have moved before the oldest stored block, behind a node that limits ranges of logs.
 *
 * @param blocks Blocks between the transfers and the oldest stored one.
 * @param most Blocks whose logs the node returns at once.
 */
async function lateStore(blocks: number, most: number) {
  const chain = await quietChain();
  const { store: whole, follower: everything } = await followedStore(chain);
  await everything.stop();
  for (let mined = 0; mined < blocks; mined += 500) {
    await chain.send("anvil_mine", toQuantity(500));
  }
  const asked = { refused: 0, ranges: [] as number[], headers: new Set<string>(), from: 0 };
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl), {
    outcome({ method, params }) {
      if (method !== "eth_getLogs") {
        return undefined;
      }
      const { fromBlock, toBlock } = Object(params[0]);
      const [from, to] = [Number(fromBlock), Number(toBlock)];
      if (to - from >= most || from < asked.from) {
        asked.refused += 1;
        // The same range is refused in the same words each time.
        return { error: REFUSALS[from % REFUSALS.length] ?? {} };
      }
      asked.ranges.push(to);
      for (const name of Object.keys(provider.headers).filter((each) => each.startsWith("x-"))) {
        asked.headers.add(name);
      }
      return undefined;
    },
  });
  const data = join(temporaryFolder(), "data");
  mkdirSync(data);
  const store = await emptyStore(join(data, "ethereum.chain.sqlite"));
  const first = Number(await chain.send<string>("eth_blockNumber"));
  followNodes(store, [provider.url], { from: first });
  await caughtUp(store, chain);

  const holdings = async (one: ChainReader) =>
    Promise.all(
      chain.accounts.map(async (owner) => ({
        erc20: await one.listErc20Balances(owner, undefined, undefined, 100),
        // The block of its mint is not stored, and so not stated.
        erc721: (await one.listErc721Balances(owner, undefined, undefined, 100, ANY_SIZE)).map(
          (nft) => ({
            ...nft,
            ...{ mintBlockNumber: null, mintTimestamp: null },
          }),
        ),
      })),
    );
  const isRead = async () => {
    const { withoutUri } = await store.countMetadata();
    return (await store.counts()).pending + withoutUri === 0;
  };
  const discover = (...args: readonly string[]) =>
    call(["discover", ...args, "--data", data, "--chain", `ethereum=${provider.url}`]);
  const expected = await holdings(whole);
  return { chain, provider, asked, store, first, holdings, expected, isRead, discover };
}

const count = (holdings: readonly { erc20: readonly unknown[]; erc721: readonly unknown[] }[]) =>
  holdings.flatMap(({ erc20, erc721 }) => [...erc20, ...erc721]).length;

test("finds the tokens of wallets below the oldest block, in ranges as long as the node allows", async () => {
  const late = await lateStore(1_000, 100);
  const { chain, provider, asked, store, holdings, expected, isRead, discover } = late;
  expect(count(expected)).toBeGreaterThan(10);
  expect(count(await holdings(store))).toBe(0);

  // The second is a secret of another chain.
  const headers = ["--rpc-header", "ethereum=x-own: 1", "--rpc-header", "base=x-foreign: 1"];
  // What a wallet has passed on is not added: some of these have.
  const half = chain.accounts.length / 2;
  await discover(...chain.accounts.slice(half), ...headers);
  await until("half of the wallets are read", isRead);
  const found = await holdings(store);
  expect(found.slice(half)).toEqual(expected.slice(half));
  expect(count(found.slice(0, half))).toBe(0);

  provider.reset();
  expect(await discover(...chain.accounts, ...headers)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ balances will be read, \d+ NFTs added, of what \d+ wallets/),
  });
  await until("all is read", isRead);
  expect(await holdings(store)).toEqual(expected);
  const extents = chain.accounts.map((owner) => store.extent({ owner }));
  expect((await Promise.all(extents)).map((extent) => extent.isDiscovered)).not.toContain(false);
  expect(asked.refused).toBeGreaterThan(0);
  expect(asked.headers).toEqual(new Set(["x-own"]));
  // Two kinds of logs in ranges of nearly a hundred blocks, and what it takes to find that length.
  expect(provider.served.eth_getLogs).toBeLessThan(2 * (12 + 16));
});

test("the tokens of all wallets are found without blocks, also after an interruption", async () => {
  const { chain, asked, store, first, holdings, expected, isRead, discover } = await lateStore(
    500,
    50,
  );
  const service = await startService({}, { chains: new Map([["ethereum", store]]) });
  const coverageOf = async (list: "erc20" | "erc721") => {
    const path = `/ethereum/v1/address/${chain.accounts[0]}/balance/${list}`;
    return (await service.get(path)).headers.get("chainkit-coverage");
  };
  asked.from = 250;
  expect(await discover("--all")).toMatchObject({
    code: 1,
    output: expect.stringContaining("eth_getLogs of block 249: "),
  });
  expect(asked.ranges.at(0)).toBe(first - 1);
  expect(await coverageOf("erc721")).toMatch(/complete=\?0$/);

  Object.assign(asked, { from: 0, ranges: [] });
  expect(await discover("--all")).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ balances will be read, \d+ NFTs added, of what all wallets/),
  });
  expect(Math.max(...asked.ranges)).toBe(249);
  expect(asked.ranges.length).toBeLessThan(30);
  await until("all is read", isRead);
  expect(await holdings(store)).toEqual(expected);
  expect(await coverageOf("erc20")).toMatch(/ complete, pending=0, unreadable=0$/);
  expect(await coverageOf("erc721")).toMatch(/ complete$/);
});

test("names a wallet that is no address, and a chain without data", async () => {
  const wallet = `0x${"1".repeat(40)}`;
  const chain = ["--chain", "ethereum=http://127.0.0.1:1", "--data", temporaryFolder()];
  for (const [name, message] of [
    ["0x123", "'wallet'. Expected an address, 0x and 40 hexadecimal digits."],
    [wallet, "has no data for chain ethereum: serve it first"],
  ] as const) {
    const output = expect.stringContaining(message);
    expect(await call(["discover", name, ...chain])).toMatchObject({ code: 1, output });
  }
});
