/** One call of JSON-RPC. */
export interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A node that is asked. */
export interface Rpc {
  call<Result>(method: string, ...params: readonly unknown[]): Promise<Result>;
  /** All in one request, answered in order. @throws Error if one of them fails. */
  batch<Result>(calls: readonly Call[]): Promise<Result[]>;
}

/** The body of a request with many calls. */
export const batchBody = (calls: readonly Call[]): string =>
  JSON.stringify(calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call })));

interface Reply<Result> {
  readonly id: number;
  readonly result: Result;
  readonly error?: { readonly message: string };
}

/** Asks a node at an address. */
export function rpcOf(url: string): Rpc {
  const batch = async <Result>(calls: readonly Call[]): Promise<Result[]> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: batchBody(calls),
    });
    const replies = (await response.json()) as readonly Reply<Result>[];
    const failed = replies.find(({ error }) => error);
    if (failed) {
      throw new Error(`${calls[failed.id]?.method}: ${failed.error?.message}`);
    }
    return replies.toSorted((a, b) => a.id - b.id).map(({ result }) => result);
  };
  return {
    batch,
    async call<Result>(method: string, ...params: readonly unknown[]) {
      return (await batch<Result>([{ method, params }]))[0] as Result;
    },
  };
}
