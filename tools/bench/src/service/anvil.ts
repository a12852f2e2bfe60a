import { createRequire } from "node:module";
import { type RpcCall, rpcBatch } from "@chainkit/server/json-rpc";
import { start } from "./processes.ts";

/** Local node that mines on request only. */
export interface Anvil {
  readonly url: string;
  call<Result>(method: string, ...params: readonly unknown[]): Promise<Result>;
  /** Sends calls in one request. Returns the results in order. @throws Error if a call fails. */
  batch<Result>(calls: readonly RpcCall[]): Promise<Result[]>;
  stop(): Promise<void>;
}

const CPU: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
/** Mining a full block takes a while. */
const REQUEST_TIMEOUT_MS = 300_000;

/** Starts anvil on a free port. */
export async function startAnvil(): Promise<Anvil> {
  const args = ["--port", "0", "--no-mining", "--order", "fifo", "--gas-limit", "1000000000"];
  const { said, stop } = await start(anvilFile(), args, /Listening on (\S+)/);
  const url = `http://${said}`;
  const batch = <Result>(calls: readonly RpcCall[]) =>
    rpcBatch<Result>(url, calls, REQUEST_TIMEOUT_MS);
  return {
    url,
    batch,
    async call<Result>(method: string, ...params: readonly unknown[]) {
      return (await batch<Result>([{ method, params }]))[0] as Result;
    },
    stop,
  };
}

/** Finds the executable itself: killing its wrapper would not stop it. */
function anvilFile(): string {
  const system = `@foundry-rs/anvil-${process.platform}-${CPU[process.arch] ?? process.arch}`;
  const program = process.platform === "win32" ? "anvil.exe" : "anvil";
  const wrapper = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
  return createRequire(wrapper).resolve(`${system}/bin/${program}`);
}
