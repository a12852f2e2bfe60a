import type { RpcCall } from "../source/rpc-call.ts";

export type { RpcCall };

export type RpcRequest = <Result = unknown>(
  method: string,
  ...params: unknown[]
) => Promise<Result>;

interface RpcResponse {
  readonly id: number;
  readonly result: unknown;
  readonly error?: { readonly message: string };
}

const TIMEOUT_MS = 10_000;

export function rpcRequest(url: string): RpcRequest {
  return async <Result>(method: string, ...params: unknown[]) => {
    const body = JSON.stringify(requestOf({ method, params }, 1));
    const response = (await post(url, body, TIMEOUT_MS)) as RpcResponse;
    return resultOf<Result>(response, method);
  };
}

/** Sends calls in one request. @throws Error naming the method of the first call that fails. */
export async function rpcBatch<Result = unknown>(
  url: string,
  calls: readonly RpcCall[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<Result[]> {
  const responses = (await post(url, batchBody(calls), timeoutMs)) as readonly RpcResponse[];
  const byId = new Map(responses.map((response) => [response.id, response]));
  return calls.map(({ method }, id) => resultOf<Result>(byId.get(id), method));
}

/** Formats the body of a batch request; the ids are the positions of the calls. */
export function batchBody(calls: readonly RpcCall[]): string {
  return JSON.stringify(calls.map(requestOf));
}

function requestOf({ method, params }: RpcCall, id: number): object {
  return { jsonrpc: "2.0", id, method, params };
}

async function post(url: string, body: string, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return response.json();
}

function resultOf<Result>(response: RpcResponse | undefined, method: string): Result {
  if (!response || response.error) {
    throw new Error(`${method}: ${response?.error?.message ?? "no response"}`);
  }
  return response.result as Result;
}
