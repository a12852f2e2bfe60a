import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { start } from "./processes.ts";
import { type Rpc, rpcOf } from "./rpc.ts";

/** A local node that mines when it is told to. */
export interface Anvil extends Rpc {
  readonly url: string;
  /** The processor time it has used, in seconds; NaN where the system does not tell. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

const CPU: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const TICKS_PER_SECOND = 100;

/** Starts anvil on a free port. */
export async function startAnvil(): Promise<Anvil> {
  const args = ["--port", "0", "--no-mining", "--order", "fifo", "--gas-limit", "1000000000"];
  const { pid, said: url, stop } = await start(anvilFile(), args, /Listening on (\S+)/);
  const address = `http://${url}`;
  return { ...rpcOf(address), url: address, cpuSeconds: () => cpuSecondsOf(pid), stop };
}

/** The program itself; its wrapper would leave it behind when it is killed. */
function anvilFile(): string {
  const system = `@foundry-rs/anvil-${process.platform}-${CPU[process.arch] ?? process.arch}`;
  const program = process.platform === "win32" ? "anvil.exe" : "anvil";
  const wrapper = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
  return createRequire(wrapper).resolve(`${system}/bin/${program}`);
}

async function cpuSecondsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // After the name, which may hold blanks: times in user and in system mode are the 12th and 13th.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
