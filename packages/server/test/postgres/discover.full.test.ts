import { expect, test } from "vitest";
import { type Hex, ZERO_ADDRESS } from "../../src/chain/records.ts";
import type { RpcLog } from "../../src/chain/rpc-types.ts";
import { logEvents, TRANSFER } from "../../src/source/events.ts";
import { run } from "../support/command.ts";
import { until } from "../support/ingest.ts";
import { createDatabase } from "../support/postgres/database.ts";
import { quietChain } from "../support/quiet-chain.ts";

test("a wallet that an API process is asked for is discovered by the follower", async () => {
  const { url: database } = await createDatabase();
  const chain = await quietChain();
  // Whoever received the token that moved last has it.
  const logs = await chain.send<readonly RpcLog[]>("eth_getLogs", {
    fromBlock: "0x0",
    topics: [TRANSFER],
  });
  const { nftTransfers } = logEvents(logs);
  const wallet = nftTransfers.at(-1)?.to ?? ZERO_ADDRESS;
  const serve = async (...args: readonly string[]) => {
    const all = ["serve", "--port", "0", "--database", database, "--discover", "wallets", ...args];
    const [, url = ""] = await run(all).until(/listening at (\S+)/);
    return url;
  };
  await serve("--role", "follow", "--chain", `ethereum=${chain.rpcUrl}`);
  const api = await serve("--role", "api", "--balances-on-demand", "60");
  const get = async (owner: Hex) => {
    const response = await fetch(`${api}/ethereum/v1/address/${owner}/balance/erc721`);
    const { erc721TokenBalances: nfts } = (await response.json()) as {
      readonly erc721TokenBalances?: readonly unknown[];
    };
    return { count: nfts?.length ?? 0, coverage: response.headers.get("chainkit-coverage") ?? "" };
  };
  await until("the chain is served", async () => (await get(wallet)).coverage !== "");
  await until("the wallet is discovered", async () =>
    (await get(wallet)).coverage.endsWith("complete"),
  );
  expect((await get(wallet)).count).toBeGreaterThan(0);
});
