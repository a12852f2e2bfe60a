import { rpcNode } from "../source/rpc-node.ts";

export type RpcRequest = <Result = unknown>(
  method: string,
  ...params: unknown[]
) => Promise<Result>;

/** Creates a function that sends calls to a node. @throws Error naming the method, if a call fails. */
export function rpcRequest(url: string): RpcRequest {
  const node = rpcNode(url);
  return async <Result>(method: string, ...params: unknown[]) => {
    const result = await node.call(method, ...params);
    if (!result.ok) {
      throw new Error(`${method}: ${result.message}`);
    }
    return result.value as Result;
  };
}
