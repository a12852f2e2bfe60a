import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rpcRequest } from "../src/dev/rpc.ts";

/** Outcome of a call. */
export type Outcome = { readonly result: unknown } | { readonly error: object };

/** Backend of a provider. @returns Outcome of one call. */
export type Backend = (call: Call) => Outcome | Promise<Outcome>;

/** Behaviour of a provider; a test may change it at any time. */
export interface Manners {
  /** Calls, or compute units, per second. */
  limit?: number;
  /** Calls, or compute units, that a client may save up; default: those of one second. */
  burst?: number;
  refusal?: Refusal;
  /** `Retry-After` in seconds; default: 1. */
  retryAfter?: number;
  /** Compute units of a method; default: 1. */
  cost?: (method: string) => number;
  maxBatch?: number;
  chainId?: number;
  /** The result of `eth_blockNumber`. */
  head?: unknown;
  /** Methods that fail so many times with an internal error. */
  failing?: Record<string, number>;
  /** Whether error messages repeat the URL of the request and its headers. */
  echoesUrl?: boolean;
  /** Replaces the outcome of a call. */
  outcome?: (call: Call) => Outcome | undefined;
}

/** A fake provider. */
export interface Provider {
  /** URL without credentials. */
  readonly url: string;
  readonly manners: Manners;
  /** Served calls by method. */
  served: Record<string, number>;
  /** Calls that were refused for the limit. */
  refused: number;
  /** HTTP requests. */
  requests: number;
  /** Headers of the last request. */
  headers: Readonly<Record<string, unknown>>;
  /** Forgets the counts. */
  reset(): void;
  close(): void;
}

/** Starts a JSON-RPC provider that behaves like commercial ones. */
export async function startProvider(backend: Backend, manners: Manners = {}): Promise<Provider> {
  const { take, refill } = bucket(manners);
  const provider: Provider = {
    url: "",
    manners,
    served: {},
    refused: 0,
    requests: 0,
    headers: {},
    reset() {
      provider.served = {};
      provider.refused = 0;
      provider.requests = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const respond = async (call: Call): Promise<object> => {
    const { id, method } = call;
    provider.served[method] = (provider.served[method] ?? 0) + 1;
    return { jsonrpc: "2.0", id, ...(await outcomeOf(call)) };
  };
  const outcomeOf = async (call: Call): Promise<Outcome> => {
    const own = manners.outcome?.(call);
    const failures = manners.failing?.[call.method] ?? 0;
    if (own) {
      return own;
    }
    if (failures > 0 && manners.failing) {
      manners.failing[call.method] = failures - 1;
      return { error: { code: -32603, message: `Internal error${echo()}` } };
    }
    if (call.method === "eth_chainId" && manners.chainId !== undefined) {
      return { result: `0x${manners.chainId.toString(16)}` };
    }
    if (call.method === "eth_blockNumber" && manners.head !== undefined) {
      return { result: manners.head };
    }
    return backend(call);
  };
  let target = "";
  const echo = () =>
    manners.echoesUrl ? `: POST ${target} ${JSON.stringify(provider.headers)}` : "";

  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join("");
    const content = JSON.parse(text) as Call | Call[];
    const calls = [content].flat();
    target = `http://${request.headers.host}${request.url}`;
    provider.requests += 1;
    provider.headers = request.headers;
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (calls.length > (manners.maxBatch ?? 1000)) {
      const message = `batch of ${calls.length} calls is too large${echo()}`;
      return send(200, { jsonrpc: "2.0", id: null, error: { code: -32600, message } });
    }
    const costOf = ({ method }: Call) => manners.cost?.(method) ?? 1;
    refill();
    const { refusal = "429" } = manners;
    if (refusal !== "per item" && !take(calls.reduce((sum, call) => sum + costOf(call), 0))) {
      provider.refused += calls.length;
      return refuse(send, refusal, content, manners);
    }
    const replies = await Promise.all(
      calls.map((call) => {
        if (refusal === "per item" && !take(costOf(call))) {
          provider.refused += 1;
          const error = { code: -32005, message: "limit exceeded" };
          return { jsonrpc: "2.0", id: call.id, error };
        }
        return respond(call);
      }),
    );
    return send(200, Array.isArray(content) ? replies : replies[0]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(provider, { url: `http://127.0.0.1:${port}` });
}

/** Passes calls on to a real node. */
export function nodeBackend(url: string): Backend {
  const send = rpcRequest(url);
  return async ({ method, params }) => {
    try {
      return { result: await send(method, ...params) };
    } catch (error) {
      return { error: { code: -32000, message: (error as Error).message } };
    }
  };
}

/** A call that a provider receives. */
interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How a provider reports that a limit is exceeded. */
export type Refusal = "429" | "429 Retry-After" | "-32005" | "-32007" | "429 as code" | "per item";

/** A bucket that holds the units that were not used. */
function bucket(limits: Manners) {
  const most = () => limits.burst ?? limits.limit ?? 0;
  let units = most();
  let at = performance.now();
  return {
    refill() {
      const now = performance.now();
      units = Math.min(most(), units + ((now - at) * (limits.limit ?? 0)) / 1000);
      at = now;
    },
    take(cost: number): boolean {
      if (limits.limit === undefined) {
        return true;
      }
      if (units < cost) {
        return false;
      }
      units -= cost;
      return true;
    },
  };
}

/** Refuses a request for the limit. */
function refuse(
  send: (status: number, body: unknown, headers?: Record<string, string>) => unknown,
  refusal: Refusal,
  content: Call | Call[],
  { limit = 0, retryAfter = 1 }: Manners,
) {
  const id = Array.isArray(content) ? null : content.id;
  const reply = (code: number, message: string) => ({
    jsonrpc: "2.0",
    id,
    error: { code, message },
  });
  switch (refusal) {
    case "429 Retry-After":
      return send(429, {}, { "retry-after": String(retryAfter) });
    case "-32005":
      return send(200, reply(-32005, "daily request count exceeded, request rate limited"));
    case "-32007":
      return send(200, reply(-32007, `${limit}/second request limit reached - reduce calls`));
    case "429 as code":
      return send(200, reply(429, "Your app has exceeded its compute units per second capacity"));
    default:
      return send(429, reply(429, "slow down"));
  }
}
