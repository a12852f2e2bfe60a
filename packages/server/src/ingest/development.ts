import { isDevelopmentChain, UNDO_BLOCKS } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlock } from "../chain/rpc-types.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainSource } from "../source/node.ts";
import type { ChainWriter } from "../store/chain-writer.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import type { Emit } from "./events.ts";
import type { StoredChain } from "./stored-chain.ts";

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
      if (chainId !== undefined && chainId !== stored) {
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

/** Looks for the tip, which the next node may have if there are several behind one address. */
const LOOKS = 8;

/** Time for which a node may lack the latest blocks, without others in their place, before it has reverted them. */
const LAG_MS = 2_000;

/**
 * Creates the removal of the blocks that the node of a development chain has reverted, at any depth and without proof.
 * If more were reverted than can be rolled back, or all of them, the chain starts over. A node that only lacks the latest
 * blocks may lag behind others at its address: until that is known, nothing is complete.
 *
 * @returns Function that resolves with whether the stored tip is known to be part of the chain.
 */
export function revertedBlocks(
  chain: StoredChain,
  source: ChainSource,
  emit: Emit,
): () => Promise<boolean> {
  let lacksSince: number | undefined;
  const headerOf = async (number: number) => {
    let header: RpcBlock | undefined;
    for (let look = 0; header === undefined && look < LOOKS; look += 1) {
      header = await source.header(number);
    }
    return header;
  };
  return async () => {
    const [oldest, tip] = [await chain.oldest(), await chain.tip()];
    const header = tip && (await headerOf(tip.number));
    if (!oldest || !tip || header?.hash === tip.hash) {
      lacksSince = undefined;
      await chain.setOrphaned(false);
      return true;
    }
    const head = header ? tip.number : await source.head();
    if (!header && head >= tip.number) {
      // It was mined meanwhile.
      return false;
    }
    const common = await highestCommon(chain, source, oldest.number, head);
    if (!header && common?.number === head) {
      lacksSince ??= performance.now();
      if (performance.now() - lacksSince < LAG_MS) {
        await chain.setOrphaned(true);
        return false;
      }
    }
    lacksSince = undefined;
    const depth = tip.number - (common?.number ?? oldest.number - 1);
    const startedAt = performance.now();
    await (common && depth <= UNDO_BLOCKS ? chain.rollbackTo(common) : chain.clear());
    emit({ kind: "reorg", depth, seconds: (performance.now() - startedAt) / 1000 });
    return true;
  };
}

/** Finds the highest block that the node has as well: all below it are the same, because each names its parent. */
async function highestCommon(
  chain: StoredChain,
  source: ChainSource,
  first: number,
  last: number,
): Promise<BlockName | undefined> {
  let common: BlockName | undefined;
  let [low, high] = [first, last];
  // The highest first: it is common unless blocks were reverted.
  for (let number = high; low <= high; number = Math.floor((low + high) / 2)) {
    const [hash, header] = [await chain.hashOf(number), await source.header(number)];
    if (hash !== undefined && header?.hash === hash) {
      common = { number, hash };
      low = number + 1;
    } else {
      high = number - 1;
    }
  }
  return common;
}
