/** Sends a JSON-RPC request. */
export type RpcRequest = <Result = unknown>(
  method: string,
  ...params: unknown[]
) => Promise<Result>;

const TIMEOUT_MS = 10_000;

/** Creates a minimal JSON-RPC client for a local node. */
export function rpcRequest(url: string): RpcRequest {
  return async (method, ...params) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result, error } = JSON.parse(await response.text());
    if (error) {
      throw new Error(`${method}: ${error.message}`);
    }
    return result;
  };
}
