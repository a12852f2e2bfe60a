import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { useExtras } from "../../../../tools/repo/src/extras/index.ts";
import { runProgram } from "./command.ts";
import { freePort } from "./free-port.ts";
import { startSimulatedNode } from "./op-node.ts";
import { temporaryFolder } from "./support.ts";

const nodes = await useExtras("dev-nodes");

/** Nodes that developers run, by name. Each starts with its defaults, until the test ends, and returns its URL. */
export const DEV_NODES: Readonly<Record<string, () => Promise<string>>> = {
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
