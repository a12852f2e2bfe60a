import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import type { ChainReader } from "../src/store/chain-reader.ts";
import { emptyStore } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, followNodes, quietChain, until } from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { startService, temporaryFolder } from "./support/support.ts";

const BLOCKS = 500;
const MOST = 50;

test("the tokens of all wallets are found without blocks, also after an interruption", async () => {
  const chain = await quietChain();
  const whole = await emptyStore();
  const everything = followNodes(whole, [chain.rpcUrl]);
  await caughtUp(whole, chain);
  await everything.stop();
  await chain.send("anvil_mine", toQuantity(BLOCKS));

  const asked: number[] = [];
  let refusesBelow = BLOCKS / 2;
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl), {
    outcome({ method, params }) {
      if (method !== "eth_getLogs") {
        return undefined;
      }
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
      const [from, to] = [Number(fromBlock), Number(toBlock)];
      if (to - from >= MOST || from < refusesBelow) {
        return { error: { code: -32_600, message: "Block range is too large" } };
      }
      asked.push(to);
      return undefined;
    },
  });
  const data = join(temporaryFolder(), "data");
  mkdirSync(data);
  const store = await emptyStore(join(data, "ethereum.chain.sqlite"));
  const from = Number(await chain.send<string>("eth_blockNumber"));
  followNodes(store, [provider.url], { from });
  await caughtUp(store, chain);
  const service = await startService({}, { chains: new Map([["ethereum", store]]) });
  const coverageOf = async (list: "erc20" | "erc721") => {
    const path = `/ethereum/v1/address/${chain.accounts[0]}/balance/${list}`;
    return (await service.get(path)).headers.get("chainkit-coverage");
  };
  const command = ["discover", "--all", "--data", data, "--chain", `ethereum=${provider.url}`];

  expect(await call(command)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`eth_getLogs of block ${refusesBelow - 1}: Block range`),
  });
  expect(asked.at(0)).toBe(from - 1);
  expect(await coverageOf("erc721")).toMatch(/complete=\?0$/);
  asked.length = 0;
  const refused = refusesBelow;
  refusesBelow = 0;
  expect(await call(command)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ balances will be read, \d+ NFTs added, of what all wallets/),
  });
  expect(Math.max(...asked)).toBe(refused - 1);
  expect(asked.length).toBeLessThan(30);

  await until("all is read", async () => {
    const { withoutUri } = await store.countMetadata();
    return (await store.countDirty()) + withoutUri === 0;
  });
  const holdings = async (one: ChainReader) =>
    Promise.all(
      chain.accounts.map(async (owner) => [
        await one.listErc20Balances(owner, undefined, undefined, 100),
        (await one.listErc721Balances(owner, undefined, undefined, 100)).map((nft) => nft.tokenId),
      ]),
    );
  expect(await holdings(store)).toEqual(await holdings(whole));
  expect(await coverageOf("erc20")).toMatch(/ complete, pending=0, unreadable=0$/);
  expect(await coverageOf("erc721")).toMatch(/ complete$/);
});
