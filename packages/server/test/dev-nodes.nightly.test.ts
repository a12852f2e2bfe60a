import { expect, test } from "vitest";
import type { Hex } from "../src/chain/records.ts";
import { devActivity } from "../src/dev/chain.ts";
import { deployContracts } from "../src/dev/contracts.ts";
import { rpcRequest } from "../src/dev/rpc.ts";
import { DEV_NODES } from "./support/dev-nodes.ts";
import { emptyStore } from "./support/engines.ts";
import { caughtUp, followNodes } from "./support/ingest.ts";
import { impersonate } from "./support/quiet-chain.ts";
import { startService } from "./support/support.ts";
import { sampled } from "./support/thorough.ts";
import { differencesFromViem } from "./support/viem-reading.ts";

const ACTIONS = 26;
test.each(sampled(Object.entries(DEV_NODES), 2))(
  "behind %s the service serves what viem reads from it, from the genesis on",
  async (name, start) => {
    const node = await start();
    const send = rpcRequest(node);
    const accounts = await send<readonly Hex[]>("eth_accounts");
    const act = devActivity(await deployContracts(send, accounts[0] as Hex), accounts);
    for (let count = 0; count < ACTIONS; count += 1) {
      await act();
    }
    if (name.startsWith("Hardhat")) {
      await impersonate({ send, accounts }, "hardhat");
    }
    const store = await emptyStore();
    const follower = followNodes(store, [node], { detectsDevelopment: true });
    await caughtUp(store, { send });
    expect(follower.troubles).toEqual([]);
    const service = await startService({}, { chains: new Map([["ethereum", store]]) });
    expect(await differencesFromViem(node, service.url, "ethereum", accounts)).toEqual([]);
  },
);
