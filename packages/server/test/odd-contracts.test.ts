import { expect, test } from "vitest";
import { refresh, sweep } from "../src/balances/refresh.ts";
import type { Hex } from "../src/chain/records.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { emptyStore, emptyStores } from "./support/engines.ts";
import { caughtUp, followNodes, rawsOf, takeBlocks } from "./support/ingest.ts";
import { deployOdd, MAX } from "./support/odd-contract.ts";
import { failingCalls, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

/** What is left of the gas of a call. */
const GAS_LEFT = expect.toSatisfy((raw) => raw > 900_000n && raw < 1_000_000n);

const KINDS: readonly (readonly [bigint, string, unknown])[] = [
  [0n, "returns a number", 7n],
  [1n, "returns too few bytes", 0n],
  [2n, "returns nothing", 0n],
  [3n, "returns a number and more", 7n],
  [4n, "reverts", 0n],
  [5n, "reverts, and says what nodes say", 0n],
  [6n, "runs into an invalid opcode", 0n],
  [7n, "runs out of any gas", undefined],
  [8n, "asks for more memory than there is", undefined],
  [9n, "returns nonsense", MAX],
  [10n, "returns far too much", 7n],
  [11n, "returns the gas that it has", GAS_LEFT],
  [13n, "returns an address", 2n ** 160n - 1n],
  [15n, "needs more gas than others", 7n],
  [16n, "calls a contract that needs more gas", 7n],
  [17n, "needs much gas", 7n],
];

test("what a contract does not return is no balance, and delays no others", async () => {
  const chain = await quietChain({ history: 0 });
  const owner = chain.accounts[0] as Hex;
  const tokens: Hex[] = [];
  const kinds = [...KINDS, [14n, "returns what it is given", BigInt(owner)] as const];
  for (const [kind] of kinds) {
    tokens.push((await deployOdd(chain.send, kind)).address);
  }
  for (const store of await emptyStores()) {
    const { troubles } = followNodes(store, [chain.rpcUrl]);
    await caughtUp(store, chain);
    const found: unknown[] = [];
    for (const [at, [, name, raw]] of kinds.entries()) {
      const [balance] = await store.listErc20Balances(owner, tokens[at], undefined, 1);
      found.push([name, balance?.raw]);
      // Its logs may have told of NFTs.
      const { isUnclear } = await store.extent({ owner: undefined, token: tokens[at] });
      expect(isUnclear, name).toBe(raw === undefined);
      // Invalid names and decimals are missing.
      expect(balance?.decimals ?? 7).toBe(7);
    }
    expect(found).toEqual(kinds.map(([, name, raw]) => [name, raw]));
    expect(await store.extent({ owner })).toMatchObject({ pending: 0, unreadable: 2 });
    for (const { reason } of await store.listSetAside(9)) {
      expect(reason).toMatch(/^it needs more gas: /);
    }
    expect(troubles).toEqual([]);
  }
});

test("a contract that needs more gas than the node allows has no balance, rather than zero", async () => {
  const chain = await quietChain({ history: 0 });
  const owner = chain.accounts[0] as Hex;
  const [light, heavy] = [await deployOdd(chain.send, 15n), await deployOdd(chain.send, 17n)];
  const error = { code: -32602, message: "too much gas" };
  const changes = failingCalls(({ gas }) => (Number(gas) > 15_000_000 ? error : undefined));
  const url = await faultyNode(chain.rpcUrl, changes);
  const store = await emptyStore();
  const rpc = createRpcClient([url]);
  await takeBlocks(store, rpc);
  while (await refresh(store, rpc)) {}
  const balances = await store.listErc20Balances(owner, undefined, undefined, 9);
  expect(balances.map(({ contract, raw }) => [contract, raw])).toEqual([[light.address, 7n]]);
  expect(await store.extent({ owner })).toMatchObject({ pending: 0, unreadable: 1 });
  expect(await store.listSetAside(9)).toMatchObject([{ contract: heavy.address }]);
});

test("a sweep finds destroyed contracts without any event", async () => {
  const chain = await quietChain({ history: 0, args: ["--hardfork", "shanghai"] });
  const [owner, other] = chain.accounts as [Hex, Hex];
  const told = await deployOdd(chain.send, 0n);
  const silent = await deployOdd(chain.send, 0n);
  const store = await emptyStore();
  const rpc = createRpcClient([chain.rpcUrl]);
  const raws = () =>
    Promise.all(
      [told, silent].map(async ({ address }) => {
        const [balance] = await store.listErc20Balances(owner, address, undefined, 1);
        return balance?.raw;
      }),
    );
  await takeBlocks(store, rpc);
  while (await refresh(store, rpc)) {}
  expect(await raws()).toEqual([7n, 7n]);

  await told.queue("touch(address)", owner);
  await silent.queue("end()");
  await told.send("end()");
  expect(await chain.send("eth_getCode", silent.address, "latest")).toBe("0x");
  await takeBlocks(store, rpc);
  while (await refresh(store, rpc)) {}
  expect(await raws()).toEqual([0n, 7n]);
  const limit = { pairs: 9, ofOwner: 9 };
  expect(await sweep(store, rpc, undefined, limit)).toEqual({ next: undefined, corrected: 1 });
  expect(await raws()).toEqual([0n, 0n]);
  expect(await sweep(store, rpc, undefined, limit)).toEqual({ next: undefined, corrected: 0 });
  expect(await store.listErc20Balances(other, undefined, undefined, 9)).toEqual([]);
});

test("a sweep settles whole owners, and counts only changes without an event", async () => {
  const chain = await quietChain({ history: 0 });
  const owners = chain.accounts.slice(0, 3).sort() as [Hex, Hex, Hex];
  const odds = [await deployOdd(chain.send, 0n), await deployOdd(chain.send, 0n)] as const;
  for (const odd of odds) {
    for (const owner of owners) {
      await odd.queue("touch(address)", owner);
    }
  }
  await chain.send("evm_mine");
  const store = await emptyStore();
  const rpc = createRpcClient([chain.rpcUrl]);
  await takeBlocks(store, rpc);
  while (await refresh(store, rpc)) {}

  // With other decimals, all balances would be read again.
  for (const odd of odds) {
    await odd.queue("set(uint256)", 12n);
  }
  await odds[0].send("touch(address)", owners[0]);
  await takeBlocks(store, rpc);
  expect((await store.counts()).pending).toBe(1);
  const pages = () => Promise.all(owners.map((owner) => rawsOf(store, owner)));
  expect(await pages()).toEqual(Array(3).fill([7n, 7n]));

  const limit = { pairs: 3, ofOwner: 9 };
  const first = await sweep(store, rpc, undefined, limit);
  expect(first).toEqual({ next: { owner: owners[0] }, corrected: 1 });
  expect(await pages()).toEqual([
    [8n, 8n],
    [7n, 7n],
    [7n, 7n],
  ]);
  expect((await store.counts()).pending).toBe(0);
  const second = await sweep(store, rpc, first.next, limit);
  expect(second).toEqual({ next: { owner: owners[1] }, corrected: 2 });
  expect(await sweep(store, rpc, second.next, limit)).toEqual({ next: undefined, corrected: 2 });
  expect(await pages()).toEqual(Array(3).fill([8n, 8n]));

  // Pairs that a block has touched without changing them are clean as well.
  await odds[1].send("touch(address)", owners[2]);
  await takeBlocks(store, rpc);
  expect((await store.counts()).pending).toBe(1);
  expect(await sweep(store, rpc, second.next, limit)).toEqual({ next: undefined, corrected: 0 });
  expect((await store.counts()).pending).toBe(0);
});
