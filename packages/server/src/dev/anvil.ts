import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";

/** A local node of which the state is gone when it ends. */
export interface Anvil {
  /** Where it answers JSON-RPC. */
  readonly rpcUrl: string;
  /** Ends the node. */
  close(): Promise<void>;
}

/** How a node is to behave. */
export interface AnvilOptions {
  /** TCP port; a free one if it is left out. */
  readonly port?: number;
  /** Seconds between blocks; without it a block is mined for each transaction. */
  readonly blockTime?: number;
  /** Any further arguments of anvil. */
  readonly args?: readonly string[];
}

const START_MS = 20_000;
const CPU = { x64: "amd64", arm64: "arm64" } as Readonly<Record<string, string>>;

/**
 * Starts a local node, which ends with this process at the latest.
 *
 * @throws Error if there is no anvil for this machine, or it does not start.
 */
export async function startAnvil({
  port = 0,
  blockTime,
  args = [],
}: AnvilOptions = {}): Promise<Anvil> {
  const node = spawn(
    anvilFile(),
    [
      ...["--port", String(port), "--chain-id", "31337"],
      ...(blockTime === undefined ? [] : ["--block-time", String(blockTime), "--mixed-mining"]),
      ...args,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const end = () => node.kill("SIGKILL");
  process.once("exit", end);
  try {
    const rpcUrl = await listening(node);
    return {
      rpcUrl,
      async close() {
        process.off("exit", end);
        await stop(node);
      },
    };
  } catch (error) {
    process.off("exit", end);
    node.kill("SIGKILL");
    throw error;
  }
}

/** The program itself: its wrapper would leave it behind when it is killed. */
function anvilFile(): string {
  const system = process.platform === "win32" ? "win32" : process.platform;
  const name = `@foundry-rs/anvil-${system}-${CPU[process.arch] ?? process.arch}`;
  const program = process.platform === "win32" ? "anvil.exe" : "anvil";
  try {
    const wrapper = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
    return createRequire(wrapper).resolve(`${name}/bin/${program}`);
  } catch (error) {
    throw new Error(`there is no local chain for this machine: ${name} is not installed`, {
      cause: error,
    });
  }
}

function listening(node: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error("anvil did not start in time")), START_MS);
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`anvil did not start: ${why}`));
    };
    node.once("error", (error) => fail(error.message));
    node.once("exit", (code) => fail(text.trim().split("\n").at(-1) || `exit code ${code}`));
    node.stderr?.on("data", (part) => {
      text += part;
    });
    node.stdout?.on("data", (part) => {
      text += part;
      const address = /Listening on (\S+)/.exec(text)?.[1];
      if (address) {
        clearTimeout(timer);
        // Nobody reads further, and a full pipe would stop the node.
        node.stdout?.removeAllListeners("data").resume();
        node.stderr?.removeAllListeners("data").resume();
        resolve(`http://${address}`);
      }
    });
  });
}

async function stop(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) {
    return;
  }
  const ended = new Promise((resolve) => node.once("exit", resolve));
  node.kill("SIGTERM");
  const timer = setTimeout(() => node.kill("SIGKILL"), 2_000);
  await ended;
  clearTimeout(timer);
}
