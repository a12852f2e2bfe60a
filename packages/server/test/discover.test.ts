import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import type { ChainReader } from "../src/store/chain-reader.ts";
import { emptyStore } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, followNodes, quietChain, until } from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { temporaryFolder } from "./support/support.ts";

/** What providers say about a range that is too long for them, with the code that each uses. */
const REFUSALS = [
  { code: -32_005, message: "query returned more than 10000 results" },
  { code: -32_614, message: "eth_getLogs is limited to a 100 range" },
  { code: -32_000, message: "exceed maximum block range: 100" },
  { code: -32_600, message: "Block range is too large" },
] as const;

const MOST = 100;

test("finds the tokens of wallets below the first block, in ranges as long as the node allows", async () => {
  const chain = await quietChain();
  const whole = await emptyStore();
  const everything = followNodes(whole, [chain.rpcUrl]);
  await caughtUp(whole, chain);
  await everything.stop();
  await chain.send("anvil_mine", toQuantity(500));
  await chain.send("anvil_mine", toQuantity(500));

  let asked = 0;
  const received = new Set<string>();
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl), {
    outcome({ method, params }) {
      const [{ fromBlock, toBlock } = {}] = params as { fromBlock?: string; toBlock?: string }[];
      if (method !== "eth_getLogs" || Number(toBlock) - Number(fromBlock) < MOST) {
        if (method === "eth_getLogs") {
          for (const name of Object.keys(provider.headers).filter((each) =>
            each.startsWith("x-"),
          )) {
            received.add(name);
          }
        }
        return undefined;
      }
      asked += 1;
      // The same range is refused in the same words each time.
      return { error: REFUSALS[Number(fromBlock) % REFUSALS.length] ?? {} };
    },
  });
  const data = join(temporaryFolder(), "data");
  mkdirSync(data);
  const store = await emptyStore(join(data, "ethereum.chain.sqlite"));
  const from = Number(await chain.send<string>("eth_blockNumber"));
  followNodes(store, [provider.url], { from });
  await caughtUp(store, chain);

  const holdings = async (one: ChainReader) =>
    Promise.all(
      chain.accounts.map(async (owner) => ({
        erc20: await one.listErc20Balances(owner, undefined, undefined, 100),
        // The block of its mint is not stored, and so not stated.
        erc721: (await one.listErc721Balances(owner, undefined, undefined, 100)).map((nft) => ({
          ...nft,
          ...{ mintBlockNumber: null, mintTimestamp: null },
        })),
      })),
    );
  const count = (all: Awaited<ReturnType<typeof holdings>>) =>
    all.flatMap(({ erc20, erc721 }) => [erc20, erc721]).flat().length;
  const expected = await holdings(whole);
  expect(count(expected)).toBeGreaterThan(10);
  expect(count(await holdings(store))).toBe(0);

  // The second is a secret of another chain.
  const headers = ["ethereum=x-own: 1", "base=x-foreign: 1"].flatMap((each) => [
    "--rpc-header",
    each,
  ]);
  const options = ["--data", data, "--chain", `ethereum=${provider.url}`, ...headers];
  const isRead = async () => {
    const { withoutUri } = await store.countMetadata();
    return (await store.countDirty()) + withoutUri === 0;
  };
  // What a wallet has passed on is not added: some of these have.
  const half = chain.accounts.length / 2;
  const some = chain.accounts.slice(half);
  await call(["discover", ...some, ...options]);
  await until("half of the wallets are read", isRead);
  const found = await holdings(store);
  expect(found.slice(half)).toEqual(expected.slice(half));
  expect(count(found.slice(0, half))).toBe(0);

  provider.reset();
  const { code, output } = await call(["discover", ...chain.accounts, ...options]);
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/\d+ balances will be read, \d+ NFTs added, of what \d+ wallets/),
  });
  await until("all is read", isRead);
  expect(await holdings(store)).toEqual(expected);
  const extents = chain.accounts.map((owner) => store.extent({ owner }));
  expect((await Promise.all(extents)).map((extent) => extent.isDiscovered)).not.toContain(false);
  expect(asked).toBeGreaterThan(0);
  expect(received).toEqual(new Set(["x-own"]));
  // Two kinds of logs in ranges of nearly a hundred blocks, and what it takes to find that length.
  expect(provider.served.eth_getLogs).toBeLessThan(2 * (12 + 16));
});

test("names a wallet that is no address, and a chain without data", async () => {
  const folder = temporaryFolder();
  const wallet = `0x${"1".repeat(40)}`;
  const chain = ["--chain", "ethereum=http://127.0.0.1:1", "--data", folder];
  expect(await call(["discover", "0x123", ...chain])).toMatchObject({
    code: 1,
    output: expect.stringContaining("0x123: expected an address, 0x and 40 hexadecimal digits"),
  });
  expect(await call(["discover", wallet, ...chain])).toMatchObject({
    code: 1,
    output: expect.stringContaining("has no data for chain ethereum: serve it first"),
  });
});
