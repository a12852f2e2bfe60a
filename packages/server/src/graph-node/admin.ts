import {
  type GraphNodeInterface,
  GraphNodeNoResponseError,
  GraphNodeRefusedError,
  requestJson,
  shortened,
} from "./request.ts";

export type AdminClient = ReturnType<typeof createAdminClient>;

const METHOD_NOT_FOUND = -32601;

/**
 * Creates the client of the JSON-RPC interface of graph-node, which deploys and removes subgraphs, with timeouts in
 * milliseconds. Each method throws `GraphNodeRefusedError`, `GraphNodeUnreachableError` or `GraphNodeNoResponseError`.
 */
export function createAdminClient(target: GraphNodeInterface, requestMs: number, deployMs: number) {
  const call = async (method: string, params: object, timeoutMs = requestMs): Promise<void> => {
    const body = { jsonrpc: "2.0", id: 1, method, params };
    const reply = (await requestJson(target, { timeoutMs, body })) as Reply | null;
    if (reply?.error) {
      const { code, message = "without a message" } = reply.error;
      throw new RpcError(`${method}: ${shortened(String(message))} (code ${code})`, code);
    }
    if (typeof reply !== "object" || reply === null || !("result" in reply)) {
      throw new GraphNodeNoResponseError(`${method}: the response is not JSON-RPC`);
    }
  };
  return {
    /** Creates a name; no-op if it exists. */
    create: (name: string) => call("subgraph_create", { name }).catch(ignore(/already exists/)),
    /** Deploys a manifest under a name. Idempotent. */
    deploy: (name: string, ipfs_hash: string, node: string | null) =>
      call("subgraph_deploy", { name, ipfs_hash, ...(node && { node_id: node }) }, deployMs),
    /** Removes a name, and stops its deployment unless another name uses it. Idempotent. */
    remove: (name: string) =>
      call("subgraph_remove", { name }).catch(ignore(/subgraph name not found/)),
    /** Sends a request without effect. */
    ping: () =>
      call("chainkit_ping", {}).catch((error) => {
        if ((error as RpcError).code !== METHOD_NOT_FOUND) {
          throw error;
        }
      }),
  };
}

interface Reply {
  readonly error?: { readonly code?: number; readonly message?: unknown };
}

class RpcError extends GraphNodeRefusedError {
  readonly code: number | undefined;

  constructor(message: string, code: number | undefined) {
    super(message);
    this.code = code;
  }
}

/** Older versions reject requests that have already taken effect; newer ones accept them. */
function ignore(done: RegExp): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof RpcError && done.test(error.message))) {
      throw error;
    }
  };
}
