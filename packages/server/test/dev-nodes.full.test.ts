import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { useExtras } from "../../../tools/repo/src/extras/index.ts";
import type { Hex } from "../src/chain/records.ts";
import { devActivity } from "../src/dev/chain.ts";
import { deployContracts } from "../src/dev/contracts.ts";
import { rpcRequest } from "../src/dev/rpc.ts";
import { runProgram } from "./support/command.ts";
import { emptyStore } from "./support/engines.ts";
import { freePort } from "./support/free-port.ts";
import { caughtUp, followNodes } from "./support/ingest.ts";
import { startSimulatedNode } from "./support/op-node.ts";
import { impersonate } from "./support/quiet-chain.ts";
import { startService, temporaryFolder } from "./support/support.ts";
import { sampled } from "./support/thorough.ts";
import { differencesFromViem } from "./support/viem-reading.ts";

const nodes = await useExtras("dev-nodes");

/** Nodes that developers run, by name. Each starts with its defaults, until the test ends, and returns its URL. */
const DEV_NODES: Readonly<Record<string, () => Promise<string>>> = {
  "Hardhat 3": () => startSimulatedNode({ chainType: "l1" }),
  "Hardhat 2": () => {
    const config = join(temporaryFolder(), "hardhat.config.js");
    writeFileSync(config, "module.exports = {};\n");
    const program = nodes.path("hardhat", "internal", "cli", "bootstrap.js");
    return started(program, ["--config", config, "node"]);
  },
  ganache: () => {
    // Transactions of the tests do not say how much gas they need.
    const estimate = ["--miner.defaultTransactionGasLimit", "estimate"];
    return started(nodes.path("ganache", "dist", "node", "cli.js"), estimate);
  },
};

/** Starts a program with a port, and waits until it says that it listens. */
async function started(program: string, args: readonly string[]): Promise<string> {
  const port = await freePort();
  const { child, code, until } = runProgram(
    process.execPath,
    [program, ...args, "--port", `${port}`],
    {
      cwd: nodes.folder,
      env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" },
    },
  );
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await code;
  });
  await until(/Started HTTP|RPC Listening/);
  return `http://127.0.0.1:${port}`;
}

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
