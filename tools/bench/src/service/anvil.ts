import { startAnvil as startNode } from "../../../../packages/server/src/dev/anvil.ts";
import type { RpcCall } from "../../../../packages/server/src/source/rpc-call.ts";
import { rpcNode } from "../../../../packages/server/src/source/rpc-node.ts";

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
  const node = rpcNode(url, {}, REQUEST_TIMEOUT_MS);
  const batch = async <Result>(calls: readonly RpcCall[]) => {
    const results = await node.send(calls);
    return calls.map(({ method }, at) => {
      const result = results?.[at];
      if (!result?.ok) {
        throw new Error(`${method}: ${result?.message ?? "the batch was refused"}`);
      }
      return result.value as Result;
    });
  };
  return {
    url,
    batch,
    async call<Result>(method: string, ...params: readonly unknown[]) {
      return (await batch<Result>([{ method, params }]))[0] as Result;
    },
    stop,
  };
}
