import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";

export interface AnvilOptions {
  /** TCP port; default: a free one. */
  readonly port?: number;
  /** Default: that of development chains. */
  readonly chainId?: number;
  readonly args?: readonly string[];
}

const START_MS = 20_000;
const CPU = { x64: "amd64", arm64: "arm64" } as Readonly<Record<string, string>>;

/** Starts a node that is killed when this process exits. @throws Error if anvil is not installed, or does not start. */
export async function startAnvil({ port = 0, chainId = 31337, args = [] }: AnvilOptions = {}) {
  const node = spawn(
    anvilFile(),
    ["--port", String(port), "--chain-id", String(chainId), ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const end = () => node.kill("SIGKILL");
  process.once("exit", end);
  try {
    const rpcUrl = await listening(node);
    return {
      rpcUrl,
      async close(): Promise<void> {
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

/** The binary itself: the npm wrapper would leave it running when killed. */
function anvilFile(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${CPU[process.arch] ?? process.arch}`;
  const program = process.platform === "win32" ? "anvil.exe" : "anvil";
  try {
    const wrapper = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
    return createRequire(wrapper).resolve(`${name}/bin/${program}`);
  } catch (error) {
    throw new Error(
      `the local chain needs ${name}, which is not installed; run: npm install @foundry-rs/anvil`,
      { cause: error },
    );
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
        // An unread, full pipe would block the node.
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
