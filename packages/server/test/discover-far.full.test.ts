import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encodeWord, toQuantity } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import { devActivity } from "../src/dev/chain.ts";
import { deployContracts } from "../src/dev/contracts.ts";
import { rpcRequest } from "../src/dev/rpc.ts";
import { DEV_NODES } from "./support/dev-nodes.ts";
import { emptyStore } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, followNodes, until } from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { temporaryFolder } from "./support/support.ts";

const BLOCKS = 10_000;
const MOST = 1_000;

test("the tokens of a wallet are found below 10,000 blocks, of a node that returns the logs of 1,000", async () => {
  // Of those that developers run, the one that mines so many blocks at once.
  const node = await DEV_NODES["Hardhat 3"]?.();
  const send = rpcRequest(node ?? "");
  const accounts = await send<readonly Hex[]>("eth_accounts");
  const contracts = await deployContracts(send, accounts[0] as Hex);
  const act = devActivity(contracts, accounts);
  for (let count = 0; count < 26; count += 1) {
    await act();
  }
  await send("hardhat_mine", toQuantity(BLOCKS));

  const provider = await fakeProvider(nodeBackend(node ?? ""), {
    outcome({ method, params }) {
      const { fromBlock, toBlock } = Object(params[0]);
      return method === "eth_getLogs" && Number(toBlock) - Number(fromBlock) >= MOST
        ? { error: { code: -32_600, message: "eth_getLogs is limited to a 1000 block range" } }
        : undefined;
    },
  });
  const data = join(temporaryFolder(), "data");
  mkdirSync(data);
  const store = await emptyStore(join(data, "ethereum.chain.sqlite"));
  const from = Number(await send<string>("eth_blockNumber"));
  followNodes(store, [provider.url], { from });
  await caughtUp(store, { send });
  const { address: token } = contracts.dollar;
  const balanceOf = async (owner: Hex) => {
    const request = { to: token, data: `0x70a08231${encodeWord(BigInt(owner))}` };
    return BigInt(await send<Hex>("eth_call", request, "latest"));
  };
  const balances = await Promise.all(accounts.map(balanceOf));
  const at = balances.findIndex((balance) => balance > 0n);
  const wallet = accounts[at] as Hex;
  expect(await store.listErc20Balances(wallet, token, undefined, 1)).toEqual([]);

  const command = ["discover", wallet, "--data", data, "--chain", `ethereum=${provider.url}`];
  expect(await call(command)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/of what 1 wallets received below block 1\d{4}/),
  });
  console.log(`${provider.served.eth_getLogs} calls of eth_getLogs for ${from} blocks`);
  await until("all is read", async () => (await store.counts()).pending === 0);

  const [found] = await store.listErc20Balances(wallet, token, undefined, 1);
  expect(found?.raw).toBe(balances[at]);
  expect((await store.extent({ owner: wallet })).isDiscovered).toBe(true);
});
