import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

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
  const ended = once(node, "exit");
  const end = () => node.kill("SIGKILL");
  process.once("exit", end);
  const close = async (): Promise<void> => {
    process.off("exit", end);
    end();
    await ended;
  };
  try {
    return { rpcUrl: await listening(node), close };
  } catch (error) {
    await close();
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

async function listening(node: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  await once(node, "spawn");
  const errors = text(node.stderr);
  const timer = setTimeout(() => node.kill("SIGKILL"), START_MS);
  let address: string | undefined;
  for await (const line of createInterface({ input: node.stdout })) {
    address = /Listening on (\S+)/.exec(line)?.[1];
    if (address) {
      break;
    }
  }
  clearTimeout(timer);
  if (!address) {
    const reason = (await errors).trim().split("\n").at(-1);
    throw new Error(`anvil did not start: ${reason || `no address within ${START_MS / 1_000} s`}`);
  }
  // An unread, full pipe would block the node.
  node.stdout.resume();
  return `http://${address}`;
}
