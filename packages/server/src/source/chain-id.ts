import { isChainId } from "../chain/profiles.ts";
import { limitOf } from "./rpc-call.ts";
import { type RpcNode, rpcNode } from "./rpc-node.ts";

/** Timeout of the check at startup; a node that does not respond is checked when it is used. */
const TIMEOUT_MS = 3_000;

/**
 * Reads the chain id that a node reports.
 *
 * @returns `id` is undefined if the node does not report one; `isKnown` is false if it may do so later.
 */
export async function readChainId(
  node: RpcNode,
): Promise<{ readonly id: number | undefined; readonly isKnown: boolean }> {
  const result = await node.call("eth_chainId");
  const id = result.ok ? Number(result.value) : undefined;
  return { id, isKnown: limitOf(result) === undefined };
}

/**
 * Checks the chain ids of nodes before they are used. Nodes that do not respond are left out.
 *
 * @throws Error naming the host of a node of another chain.
 */
export async function assertChainIds(
  chain: string,
  urls: readonly string[],
  expected: number | undefined,
  headers?: Readonly<Record<string, string>>,
): Promise<void> {
  const assertChainId = async (node: RpcNode) => {
    const { id } = await readChainId(node).catch(() => ({ id: undefined }));
    if (id !== undefined && !isChainId(id, expected)) {
      const found = `node ${node.host} has chain id ${id}`;
      throw new Error(`--chain: ${found}; expected ${expected} (${chain})`);
    }
  };
  await Promise.all(urls.map((url) => assertChainId(rpcNode(url, headers, TIMEOUT_MS))));
}
