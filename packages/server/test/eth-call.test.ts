import { expect, onTestFinished, test } from "vitest";
import { refresh, sweep } from "../src/balances/refresh.ts";
import { type Hex, ZERO_ADDRESS } from "../src/chain/records.ts";
import { startAnvil } from "../src/dev/anvil.ts";
import { rpcRequest } from "../src/dev/rpc.ts";
import { StateUnavailableError } from "../src/source/call-dialect.ts";
import { contractCalls } from "../src/source/contract-calls.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { emptyStore, someStores } from "./support/engines.ts";
import { latestBlock, rawsOf, takeBlocks } from "./support/ingest.ts";
import { deployOdd, MAX } from "./support/odd-contract.ts";
import { type Changes, failingCalls, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

/** An error of a node. */
const failure = (message: string, data?: string) => ({ code: -32015, message, data });

/** A balance of 7, which is asked for through a node with faults. @returns What was read; undefined if it was refused. */
async function balanceThrough(changes: (token: Hex) => Changes) {
  const chain = await quietChain({ history: 0 });
  const [owner] = chain.accounts as [Hex];
  const token = (await deployOdd(chain.send, 0n)).address;
  const rpc = createRpcClient([await faultyNode(chain.rpcUrl, changes(token))]);
  const contracts = contractCalls(rpc, await latestBlock(chain.send));
  return async () => {
    const [balance] = await contracts.balances([{ token, owner }]);
    return contracts.refused.has(token) ? undefined : balance?.raw;
  };
}

/** What nodes and the gateways in front of them say instead of calling a contract. */
const REFUSALS = [
  ...["Internal error", "method handler crashed", "execution aborted (timeout = 5s)", "forbidden"],
  ...["request entity too large", "upstream connect error", "response size exceeded"],
];

test("what a node refuses is no balance of the contract, whether it was read before or not", async () => {
  const chain = await quietChain({ history: 0 });
  const [owner] = chain.accounts as [Hex];
  const [odd, other] = [await deployOdd(chain.send, 0n), await deployOdd(chain.send, 0n)];
  const later = await deployOdd(chain.send, 0n);
  const refused = new Set<unknown>();
  let reason = "";
  const isRefused = ({ to }: { readonly to: string }) => refused.has(to);
  const changes = failingCalls((asked) => (isRefused(asked) ? failure(reason) : undefined));
  const url = await faultyNode(chain.rpcUrl, changes);
  for (const store of await someStores()) {
    refused.clear();
    const rpc = createRpcClient([url]);
    await takeBlocks(store, rpc);
    refused.add(later.address);
    reason = "Internal error";
    while (await refresh(store, rpc)) {}
    const rawOf = async (token: Hex) =>
      (await store.listErc20Balances(owner, token, undefined, 1))[0]?.raw;
    expect([await rawOf(odd.address), await rawOf(later.address)]).toEqual([7n, undefined]);
    expect(await store.unknownTokens([later.address])).toEqual([later.address]);
    for (reason of REFUSALS) {
      refused.add(odd.address);
      await odd.send("touch(address)", owner);
      await other.send("touch(address)", owner);
      await takeBlocks(store, rpc);
      while (await refresh(store, rpc)) {}
      expect(await rawOf(odd.address), reason).toBe(7n);
      expect(await store.extent({ owner }), reason).toMatchObject({ pending: 0, unreadable: 2 });
      const [first] = await store.listSetAside(1);
      expect(first?.reason).toMatch(/^the node does not call it: /);
    }
    expect(await sweep(store, rpc, undefined, { pairs: 9, ofOwner: 9 })).toMatchObject({
      corrected: 0,
    });
  }
});

/** What nodes say of a call, and its data, by what comes of it: a balance, none, or an error. */
const SAID: readonly (readonly [
  expected: unknown,
  said: readonly (readonly [string, string?])[],
])[] = [
  [
    // The contract has failed.
    0n,
    [
      ["execution reverted", "0x08c379a0"],
      ["execution reverted: header not found"],
      ["execution reverted: out of gas", "0x08c379a0"],
      ["VM execution error.", "revert"],
      ["VM execution error.", "Reverted 0x"],
      ["VM execution error.", "err: revert (supplied gas 36000000)"],
      ["VM execution error.", "err: 0xdf2d9b42 (supplied gas 36000000)"],
    ],
  ],
  [
    // It ran out of the gas that the call gave it, or the node does not call it.
    undefined,
    [
      ["out of gas"],
      ["EVM error: OutOfGas"],
      ["err: out of gas (supplied gas 50000000)"],
      ["Transaction ran out of gas"],
      ["VM Exception while processing transaction: out of gas"],
      ["VM execution error.", "err: OutOfGas"],
      ["VM execution error.", "gas limit below intrinsic gas"],
      ...([["out of disk"], ["Internal error"]] as const),
    ],
  ],
  [
    "StateUnavailableError",
    [
      ...["missing trie node 5f3a (path )", "header not found", "header for hash not found"],
      ...["block not found: hash 0x12", "unknown block", "No state available for block 0x12"],
      ...["World state unavailable", "state at block #12 is pruned", "history has been pruned"],
      ...["historical state 0x12 is not available", "this needs an archive node"],
      "Resource not found",
    ].map((message) => [message] as const),
  ],
];

test("a balance is what the contract says, and not what is wrong with its node", async () => {
  let error: object | undefined;
  const readBalance = await balanceThrough((token) =>
    failingCalls(({ to }) => (to === token ? error : undefined)),
  );
  for (const [expected, said] of SAID) {
    for (const [message, data] of said) {
      error = failure(message, data);
      const found = await readBalance().catch(({ name }: Error) => name);
      expect([message, data, found]).toEqual([message, data, expected]);
    }
  }
});

test("a call whose error does not recur is answered", async () => {
  const errors = [failure("Internal error")];
  const readBalance = await balanceThrough((token) =>
    failingCalls(({ to }) => (to === token ? errors.pop() : undefined)),
  );
  expect(await readBalance()).toBe(7n);
});

test("a node that calls no contract has an error, not each contract none", async () => {
  let value: unknown;
  let error: object | undefined = failure("Internal error");
  const readBalance = await balanceThrough(() => ({
    ...failingCalls(() => error),
    result: ({ method }, result) => (method === "eth_call" ? value : result),
  }));
  const named = /^eth_call of 0x[0-9a-f]{40} at block \d+: /;
  await expect(readBalance()).rejects.toThrow(new RegExp(`${named.source}Internal error$`));
  error = undefined;
  for (value of [null, 7, {}, "", "nonsense", "0xzz"]) {
    const thrown = new RegExp(`${named.source}no data$`);
    await expect(readBalance(), String(value)).rejects.toThrow(thrown);
  }
});

/** Lets calls with more gas than this fail. */
const capped = (cap: number, message: string, gases: number[]) =>
  failingCalls(({ gas }) => {
    gases.push(Number(gas));
    return Number(gas) > cap ? failure(message) : undefined;
  });

test.each([
  ["named", "the cap is 700000", 700_000],
  ["not named", "nope, request 123456", 500_000],
])(
  "a limit of gas that is %s is learned, and not taken for the contract's answer",
  async (_, message, learned) => {
    const gases: number[] = [];
    const readBalance = await balanceThrough(() => capped(700_000, message, gases));
    expect(await readBalance()).toBe(7n);
    expect(gases.splice(0)).toEqual([1_000_000, 1_000_000, 500_000, learned]);
    expect(await readBalance()).toBe(7n);
    expect(gases).toEqual([learned]);
  },
);

test("blocks are named by their number where a node does not know hashes, unless they are replaced", async () => {
  const gases: number[] = [];
  let [asked, isReplaced] = [0, false];
  const readBalance = await balanceThrough(() => ({
    ...failingCalls(({ gas }, block) => {
      gases.push(Number(gas));
      return typeof block === "string" ? undefined : failure("nope");
    }),
    result({ method }, value) {
      asked += method === "eth_getBlockByNumber" ? 1 : 0;
      return method === "eth_getBlockByNumber" && isReplaced && asked === 2
        ? { ...value, hash: `0x${"7".repeat(64)}` }
        : value;
    },
  }));
  expect(await readBalance()).toBe(7n);
  // With no less gas.
  expect([gases.at(-1), asked]).toEqual([1_000_000, 2]);
  [asked, isReplaced] = [0, true];
  await expect(readBalance()).rejects.toThrow(/was replaced while contracts were called at it$/);
});

test("the error explains that the node has no old state", async () => {
  const anvil = await startAnvil({ args: ["--prune-history", "2"] });
  onTestFinished(() => anvil.close());
  const send = rpcRequest(anvil.rpcUrl);
  const { hash } = await latestBlock(send);
  await send("anvil_mine", "0x400");
  const pair = { owner: ZERO_ADDRESS, token: ZERO_ADDRESS };
  for (const at of [hash, `0x${"12".repeat(32)}` as const]) {
    const contracts = contractCalls(createRpcClient([anvil.rpcUrl]), { number: 0, hash: at });
    const asked = contracts.balances([pair]);
    await expect(asked).rejects.toThrow(StateUnavailableError);
    await expect(asked).rejects.toThrow(
      /^the node has no state of block 0 \(0x.*often 128 \(.+\)$/,
    );
  }
});

test("discards results of a block that is removed meanwhile", async () => {
  const chain = await quietChain({ history: 0 });
  const [owner] = chain.accounts as [Hex];
  const odd = await deployOdd(chain.send, 0n);
  const store = await emptyStore();
  const rpc = createRpcClient([chain.rpcUrl]);
  await takeBlocks(store, rpc);
  let isGone = true;
  const url = await faultyNode(chain.rpcUrl, {
    result: ({ method }, result) =>
      method === "eth_getBlockByNumber" && isGone ? { ...result, hash: result.parentHash } : result,
  });
  const through = createRpcClient([url]);
  const raws = () => rawsOf(store, owner);
  expect(await refresh(store, through)).toBe(true);
  expect(await raws()).toEqual([]);
  isGone = false;
  expect(await refresh(store, through)).toBe(false);
  expect(await raws()).toEqual([7n]);

  await odd.send("set(uint256)", 9n);
  await takeBlocks(store, rpc);
  isGone = true;
  const limit = { pairs: 9, ofOwner: 9 };
  expect(await sweep(store, through, undefined, limit)).toEqual({ corrected: 0 });
  expect(await raws()).toEqual([7n]);
  isGone = false;
  expect(await sweep(store, through, undefined, limit)).toEqual({ corrected: 1 });
  expect(await raws()).toEqual([MAX]);
});
