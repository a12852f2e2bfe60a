import { isDevelopmentChain } from "../chain/profiles.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainWriter } from "../store/chain-writer.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import type { Emit } from "./events.ts";

/**
 * Creates the check whether the nodes run a development chain, by their chain id. It is made once, and
 * reported. Blocks of another chain are never taken for those of a development chain, which may be removed.
 *
 * @throws NodeMismatchError if the stored blocks were read from nodes with another chain id.
 */
export function developmentCheck(
  store: ChainWriter,
  rpc: RpcClient,
  emit: Emit,
): () => Promise<boolean> {
  const check = async (): Promise<boolean> => {
    const chainId = await readChainId(rpc);
    const isDevelopment = isDevelopmentChain(chainId);
    const stored = await store.chainId();
    if (!(await store.tip())) {
      if (chainId !== undefined) {
        await store.setChainId(chainId);
      }
      return isDevelopment;
    }
    if (stored !== undefined && chainId !== undefined && stored !== chainId) {
      if (!isDevelopment || !isDevelopmentChain(stored)) {
        throw new NodeMismatchError(
          `the node has chain id ${chainId}, the stored blocks are of chain id ${stored}: use another place`,
        );
      }
    }
    return isDevelopment && isDevelopmentChain(stored);
  };
  let isDevelopment: boolean | undefined;
  return async () => {
    if (isDevelopment === undefined) {
      isDevelopment = await check();
      if (isDevelopment) {
        emit({ kind: "development chain" });
      }
    }
    return isDevelopment;
  };
}

async function readChainId(rpc: RpcClient): Promise<number | undefined> {
  const [result] = await rpc.batch([{ method: "eth_chainId", params: [] }]);
  const chainId = result?.ok ? Number(result.value) : Number.NaN;
  return Number.isSafeInteger(chainId) ? chainId : undefined;
}
