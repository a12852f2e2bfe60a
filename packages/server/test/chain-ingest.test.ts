import { expect, test } from "vitest";
import { encodeWord, toQuantity } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import { readCovered } from "../src/handlers/coverage.ts";
import { catchUp } from "../src/ingest/add-blocks.ts";
import { blocksAhead } from "../src/ingest/fetch-blocks.ts";
import { storedChain } from "../src/ingest/stored-chain.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { type ChainSource, nodeSource } from "../src/source/node.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { ANY_SIZE } from "./support/blocks.ts";
import { emptyStore } from "./support/engines.ts";
import {
  balanceOn,
  caughtUp,
  contents,
  followedStore,
  followedStores,
  followNodes,
  random,
  troubleOf,
  until,
} from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { seeds, times } from "./support/thorough.ts";

test.each(seeds(1, 6))(
  "after any blocks and reorganisations the store equals a fresh one (seed %i)",
  async (seed) => {
    const chain = await quietChain();
    const { followers, settle, expectFresh } = await followedStores(chain.rpcUrl);
    await settle(chain);
    const pick = random(seed);
    for (let round = 0; round < times(4, 6); round += 1) {
      const depth = 1 + pick(6);
      await (pick(2) === 0
        ? chain.send("anvil_reorg", depth, [])
        : chain.send("anvil_rollback", depth));
      for (let count = pick(5); count >= 0; count -= 1) {
        // A reorganisation may have removed what a step depends on.
        await chain.act().catch(() => {});
      }
      if (pick(2) === 0) {
        await settle(chain);
      }
    }
    await chain.send("evm_mine");
    await expectFresh(chain);
    for (const { reorgs, troubles } of followers) {
      expect([reorgs.length > 0, troubles]).toEqual([true, []]);
    }
  },
);

test("every balance and owner equals what the contracts return", async () => {
  const chain = await quietChain({ history: 65 });
  const { accounts, contracts } = chain;
  const { store, follower } = await followedStore(chain);
  // The rebasing token changes balances without a log.
  await contracts.rebasing.send(accounts[0] as Hex, "rebase(uint256)", [7n]);
  const { coin, dollar, rebasing, wrapped, bytes32, silent } = contracts;
  let compared = 0;
  for (const { address } of [coin, dollar, rebasing, wrapped, bytes32, silent]) {
    for (const owner of accounts) {
      const onChain = await balanceOn(chain.send, address, owner);
      await until(`${owner} has ${onChain} of ${address}`, async () => {
        const [kept] = await store.listErc20Balances(owner, address, undefined, 1);
        return (kept?.raw ?? 0n) === onChain;
      });
      compared += onChain > 0n ? 1 : 0;
    }
  }
  expect(compared).toBeGreaterThan(20);

  const lists = accounts.map((owner) =>
    store.listErc721Balances(owner, undefined, undefined, 1_000, ANY_SIZE),
  );
  const nfts = (await Promise.all(lists)).map((list, at) =>
    list.map(({ collection, tokenId }) => ({ collection, tokenId, owner: accounts[at] })),
  );
  for (const { collection, tokenId, owner } of nfts.flat()) {
    const data = `0x6352211e${encodeWord(tokenId)}`;
    const answer = await chain.send<Hex>("eth_call", { to: collection, data }, "latest");
    expect([collection, `0x${answer.slice(-40)}`]).toEqual([contracts.collection.address, owner]);
  }
  expect(nfts.flat()).toHaveLength(10);
  await follower.stop();
});

test("a block at the head costs one write and no read of the block before it; no block, only the head", async () => {
  const chain = await quietChain({ history: 3 });
  const { calls, store: counted } = recordCalls(await emptyStore());
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
  // Slowly enough that no tenth round comes before a block is mined.
  const { troubles } = followNodes(counted, [provider.url], { pollMs: 10 });
  await caughtUp(counted, chain);
  for (let block = 0; block < 3; block += 1) {
    calls.length = 0;
    await chain.send("evm_mine");
    await caughtUp(counted, chain);
    const names = calls.map(({ name }) => name);
    const writes = ["addBlocks", "prependBlocks", "rollbackTo", "settle"];
    expect(names.filter((name) => writes.includes(name))).toEqual(["addBlocks"]);
    const reads = ["getBlock", "getTipBlock", "blockHash", "getTransaction"];
    expect(names.filter((name) => reads.includes(name))).toEqual([]);
  }
  provider.reset();
  await until("there were rounds", () => (provider.served.eth_blockNumber ?? 0) > 40);
  const { eth_blockNumber: rounds = 0, ...others } = provider.served;
  // And every tenth time whether the tip is still one of the chain.
  const checks = expect.toSatisfy((count) => Math.abs(count - rounds / 10) <= 1);
  expect([others, troubles]).toEqual([{ eth_getBlockByNumber: checks }, []]);
});

test("catching up writes 32 blocks per transaction, and keeps those before a failed call", async () => {
  const chain = await quietChain({ history: 0 });
  const HEAD = 399;
  await chain.send("anvil_mine", toQuantity(HEAD - Number(await chain.send("eth_blockNumber"))));
  const { calls, store } = recordCalls(await emptyStore());
  const source = nodeSource(createRpcClient([chain.rpcUrl], () => {}));
  const asked: number[] = [];
  let [failing, lacking] = [70, -1];
  const recorded: ChainSource = {
    ...source,
    async block(number) {
      asked.push(number);
      if (number === failing) {
        throw new Error("block 70 failed");
      }
      return number === lacking ? undefined : source.block(number);
    },
  };
  const options = { from: 0, verification: "ethereum", emit() {} } as const;
  const ahead = blocksAhead(recorded);
  const round = () =>
    catchUp(storedChain(store), ahead, HEAD, options, new AbortController().signal);
  const written = () =>
    calls.flatMap(({ name, args }) => (name === "addBlocks" ? [args[0] as unknown[]] : []));
  await expect(round()).rejects.toThrow("block 70 failed");
  expect(written().map(({ length }) => length)).toEqual([32, 32, 6]);

  // A block that the node does not have yet is waited for.
  [failing, lacking] = [-1, 75];
  expect([await round(), (await store.tip())?.number]).toEqual(["done", 74]);

  // The blocks of the next round are fetched before it begins, and none is fetched twice.
  lacking = -1;
  asked.length = 0;
  expect([await round(), (await store.tip())?.number]).toEqual(["more", 75 + 255]);
  expect(asked).toContain(75 + 256 + 8);
  expect([await round(), (await store.tip())?.number]).toEqual(["done", HEAD]);
  expect(asked.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: HEAD - 74 }, (_, index) => 75 + index),
  );
});

/** Records the calls of a store. */
function recordCalls(store: ChainWriter) {
  const calls: { readonly name: string; readonly args: readonly unknown[] }[] = [];
  const recorded = Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        calls.push({ name, args });
        return method(...args);
      },
    ]),
  );
  return { calls, store: recorded as unknown as ChainWriter };
}

test("a fork that is shorter than the stored chain is followed, with the proof of its headers", async () => {
  const chain = await quietChain({ history: 8 });
  const { followers, settle, expectFresh } = await followedStores(chain.rpcUrl);
  await settle(chain);
  await chain.send("anvil_rollback", 5);
  await chain.act();
  await expectFresh(chain);
  expect(followers.map(({ reorgs, troubles }) => [reorgs, troubles])).toEqual(
    followers.map(() => [[5], []]),
  );
});

test.each([
  { fork: "longer", blocks: "0x9" },
  { fork: "shorter", blocks: "0x1" },
])(
  "a fork that is $fork and too deep halts the chain: nothing is undone, and no list claims to be complete",
  async ({ blocks }) => {
    const chain = await quietChain({ history: 8 });
    const { stores, followers, settle } = await followedStores(chain.rpcUrl, { maxReorg: 3 });
    const owner = chain.accounts[0] as Hex;
    const coverage = (store: ChainWriter) =>
      readCovered(store, { of: "nfts", owner, token: undefined }, async () => []).then(
        (covered) => covered.coverage,
      );
    await settle(chain);
    const complete = await Promise.all(stores.map(coverage));
    expect(complete).toEqual(stores.map(() => expect.stringMatching(/, complete$/)));
    const before = await Promise.all(stores.map((store) => contents(store, chain)));
    await chain.send("anvil_rollback", 5);
    await chain.send("anvil_mine", blocks);
    for (const [at, follower] of followers.entries()) {
      expect(await troubleOf(follower)).toMatch(/more than 3 blocks/);
      const store = stores[at] as ChainWriter;
      expect(await coverage(store)).toMatch(/, complete=\?0$/);
      expect(await contents(store, chain)).toEqual(before[at]);
    }
  },
);
