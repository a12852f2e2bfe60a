import { GraphNodeError, type GraphNodeInterface, requestJson, shortened } from "./request.ts";

export type AdminClient = ReturnType<typeof createAdminClient>;

const METHOD_NOT_FOUND = -32601;

/**
 * Creates the client of the JSON-RPC interface of graph-node, which deploys and removes subgraphs, with timeouts in
 * milliseconds. Each method throws `GraphNodeError`.
 */
export function createAdminClient(target: GraphNodeInterface, requestMs: number, deployMs: number) {
  const call = async (method: string, params: object, timeoutMs = requestMs): Promise<void> => {
    const body = { jsonrpc: "2.0", id: 1, method, params };
    const reply = (await requestJson(target, { timeoutMs, body })) as Reply | null;
    if (reply?.error) {
      const { code, message } = reply.error;
      const text = `${method}: ${shortened(String(message))} (code ${code})`;
      throw new GraphNodeError("refused", text, code);
    }
    if (!("result" in Object(reply))) {
      throw new GraphNodeError("no response", `${method}: the response is not JSON-RPC`);
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
        if ((error as GraphNodeError).code !== METHOD_NOT_FOUND) {
          throw error;
        }
      }),
  };
}

interface Reply {
  readonly error?: { readonly code?: number; readonly message?: unknown };
}

/** Older versions reject requests that have already taken effect; newer ones accept them. */
function ignore(done: RegExp): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof GraphNodeError && done.test(error.message))) {
      throw error;
    }
  };
}
