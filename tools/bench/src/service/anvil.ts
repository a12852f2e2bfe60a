import { type RpcCall, rpcBatch } from "@chainkit/server/json-rpc";
import { startAnvil as startNode } from "../../../../packages/server/src/dev/anvil.ts";

/** Local node that mines on request only. */
export interface Anvil {
  readonly url: string;
  call<Result>(method: string, ...params: readonly unknown[]): Promise<Result>;
  /** Sends calls in one request. Returns the results in order. @throws Error if a call fails. */
  batch<Result>(calls: readonly RpcCall[]): Promise<Result[]>;
  stop(): Promise<void>;
}

/** Mining a full block takes a while. */
const REQUEST_TIMEOUT_MS = 300_000;

/** Starts anvil on a free port. */
export async function startAnvil(): Promise<Anvil> {
  const args = ["--no-mining", "--order", "fifo", "--gas-limit", "1000000000"];
  const { rpcUrl: url, close: stop } = await startNode({ args });
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
