import type { GraphNodeState } from "./state.ts";

interface Call {
  readonly id?: unknown;
  readonly jsonrpc?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, string | undefined>>;
}

const ERROR_CODES: Readonly<Record<string, number>> = {
  subgraph_deploy: 0,
  subgraph_remove: 1,
  subgraph_create: 2,
};

/** Carries out one call of JSON-RPC 2.0. Every outcome is HTTP 200. */
export function callAdmin(state: GraphNodeState, text: string): object {
  let call: Call;
  try {
    call = JSON.parse(text);
  } catch {
    return failure(null, -32700, "Parse error");
  }
  const { id = null, jsonrpc, method = "", params = {} } = call;
  if (jsonrpc !== "2.0") {
    return failure(null, -32600, "Invalid Request");
  }
  const code = ERROR_CODES[method];
  if (code === undefined) {
    return failure(id, -32601, "Method not found");
  }
  const { name = "", ipfs_hash: hash, node_id: node = "index_node_0" } = params;
  const isHash = hash !== undefined && /^\w{1,46}$/.test(hash);
  if (!isSubgraphName(name) || (method === "subgraph_deploy" && !isHash)) {
    return failure(id, -32602, "Invalid params: invalid value, expected valid subgraph name");
  }
  const fault = state.faults.get(method);
  if (fault?.kind === "refuse") {
    return failure(id, code, fault.message ?? "internal error");
  }
  try {
    return { jsonrpc: "2.0", id, result: carryOut(state, method, name, hash ?? "", node) };
  } catch (error) {
    return failure(id, code, (error as Error).message);
  }
}

function carryOut(state: GraphNodeState, method: string, name: string, hash: string, node: string) {
  switch (method) {
    case "subgraph_create":
      return { id: state.create(name) };
    case "subgraph_deploy":
      state.deploy(name, hash, node);
      return {
        playground: `:8000/subgraphs/name/${name}/graphql`,
        queries: `:8000/subgraphs/name/${name}`,
      };
    default:
      state.remove(name);
      return null;
  }
}

function failure(id: unknown, code: number, message: string): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** The rule as graph-node documents it, written apart from that of the service. */
export function isSubgraphName(name: string): boolean {
  const isLegal = (part: string) =>
    part !== "graphql" && /^(?=.*[a-z])[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/i.test(part);
  return name.length <= 255 && name.split("/").every(isLegal);
}
