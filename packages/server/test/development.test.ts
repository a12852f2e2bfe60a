import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import { UNDO_BLOCKS } from "../src/chain/profiles.ts";
import type { Hex } from "../src/chain/records.ts";
import { type DevChain, startDevChain } from "../src/dev/chain.ts";

import type { ChainWriter } from "../src/store/chain-writer.ts";
import { ANY_SIZE } from "./support/blocks.ts";
import { emptyStore } from "./support/engines.ts";
import { freePort } from "./support/free-port.ts";
import { contents, followedStores, followNodes, until } from "./support/ingest.ts";
import { type Changes, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { times } from "./support/thorough.ts";

/** Follows a development chain into the stores of today. */
const followed = (url: string) => followedStores(url, { detectsDevelopment: true });

const REVERTS = [
  { depth: 4, above: 1 },
  { depth: 150, above: 3 },
  { depth: 4, above: 4 },
  { depth: 1_100, above: 2 },
];

test.each(REVERTS.slice(0, times(2, REVERTS.length)))(
  "after evm_revert of $depth blocks, and $above others, a development chain is followed",
  async ({ depth, above }) => {
    const chain = await quietChain();
    const { followers, settle, expectFresh } = await followed(chain.rpcUrl);
    const snapshot = await chain.send("evm_snapshot");
    for (let count = 0; count < Math.min(depth, 8); count += 1) {
      await chain.act();
    }
    for (let left = depth - 8; left > 0; left -= 100) {
      await chain.send("anvil_mine", toQuantity(Math.min(left, 100)));
    }
    await settle(chain);
    const stored = Number(await chain.send("eth_blockNumber")) + 1;
    await chain.send("evm_revert", snapshot);
    await chain.send("anvil_setNextBlockBaseFeePerGas", "0x5");
    await chain.send("anvil_mine", toQuantity(above));
    await expectFresh(chain);
    expect(followers.map(({ reorgs, troubles }) => [reorgs, troubles])).toEqual(
      followers.map(() => [[depth > UNDO_BLOCKS ? stored : depth], []]),
    );
  },
);

test("blocks that a development node has reverted, without others in their place, are removed", async () => {
  const chain = await quietChain();
  const { settle, expectFresh } = await followed(chain.rpcUrl);
  const snapshot = await chain.send("evm_snapshot");
  await chain.act();
  await settle(chain);
  await chain.send("evm_revert", snapshot);
  await expectFresh(chain);
});

test("a development node that lags behind others at its address for a moment has reverted nothing", async () => {
  const chain = await quietChain();
  let lag = 0;
  const lowered = (value: Hex) => toQuantity(Number(value) - lag);
  const node = await faultyNode(chain.rpcUrl, {
    result({ method, params }, result) {
      if (method === "eth_blockNumber") {
        return lowered(result);
      }
      const isAbove = lag > 0 && Number(result?.number) > latest - lag;
      return method === "eth_getBlockByNumber" && params[0] !== "latest" && isAbove ? null : result;
    },
  });
  const { stores, followers, settle } = await followed(node);
  await settle(chain);
  const latest = Number(await chain.send<Hex>("eth_blockNumber"));
  const isComplete = () =>
    Promise.all(stores.map(async (store) => !(await store.extent(undefined)).isOrphaned));
  lag = 2;
  await until("it is noticed", async () => (await isComplete()).every((isTrue) => !isTrue));
  lag = 0;
  await until("it is over", async () => (await isComplete()).every((isTrue) => isTrue));
  await chain.act();
  await settle(chain);
  expect(followers.map(({ reorgs, troubles }) => [reorgs, troubles])).toEqual(
    followers.map(() => [[], []]),
  );
});

test("a development chain that was restarted is followed from its beginning", async () => {
  const port = await freePort();
  const first = await startDevChain({ pauseMs: 0, history: 20, port });
  const { settle, expectFresh } = await followed(first.rpcUrl);
  await settle(first);
  await first.close();
  const second = await quietChain({ history: 3, port });
  await expectFresh(second);
});

test("a development node never removes the blocks of another chain", async () => {
  const real = await quietChain({ chainId: 1 });
  const { stores, followers, settle } = await followed(real.rpcUrl);
  await settle(real);
  await Promise.all(followers.map(({ stop }) => stop()));
  const expected = await contents(stores[0] as ChainWriter, real);
  const local = await quietChain({ history: 2 });
  for (const store of stores) {
    const follower = followNodes(store, [local.rpcUrl], { detectsDevelopment: true });
    await until("it is refused", () => follower.troubles.length > 0);
    expect(follower.troubles[0]).toMatch("has chain id 31337, the stored blocks are of chain id 1");
    expect(await contents(store, real)).toEqual(expected);
  }
});

const STRANGER = "0x00000000000000000000000000000000deadbeef";

/** Sends transactions of every type in the name of an account without its key. */
async function impersonate(chain: DevChain): Promise<void> {
  const { send } = chain;
  const to = chain.accounts[0] as Hex;
  await send("anvil_setBalance", STRANGER, toQuantity(10n ** 18n));
  await send("anvil_impersonateAccount", STRANGER);
  const price = { gasPrice: "0x77359400" };
  const accessList = [{ address: to, storageKeys: [] }];
  for (const fields of [{}, price, { ...price, accessList }, { accessList }]) {
    await send("eth_sendTransaction", { from: STRANGER, to, value: "0x7", ...fields });
  }
  await send("eth_sendTransaction", { from: STRANGER, data: "0x00" });
}

test("transactions of impersonated accounts are served as a development node has them", async () => {
  const chain = await quietChain({ history: 3 });
  await impersonate(chain);
  const { stores, followers, settle } = await followed(chain.rpcUrl);
  await settle(chain);
  for (const [at, store] of stores.entries()) {
    const sent = await store.listAddressTransactions(STRANGER, undefined, 10, ANY_SIZE);
    expect(sent.map(({ from }) => from)).toEqual(Array(5).fill(STRANGER));
    expect(followers[at]?.troubles).toEqual([]);
  }
});

test.each<[string, number | undefined, Changes, string]>([
  [
    "headers and receipts of a development chain are verified all the same",
    undefined,
    {
      result: ({ method }, result) =>
        method === "eth_getBlockByNumber" && result?.number === "0x5"
          ? { ...result, timestamp: "0x1" }
          : result,
    },
    "block 5: the hash is not that of the header",
  ],
  [
    "another chain with impersonated accounts needs --trust, which the error says",
    1,
    {},
    "a development node has impersonated it, which --trust accepts",
  ],
])("%s", async (_, chainId, changes, message) => {
  const chain = await quietChain({ history: 3, ...(chainId && { chainId }) });
  await impersonate(chain);
  const node = await faultyNode(chain.rpcUrl, changes);
  const follower = followNodes(await emptyStore(), [node], { detectsDevelopment: true });
  await until("the block is refused", () => follower.troubles.length > 0);
  expect(follower.troubles[0]).toMatch(message);
});
