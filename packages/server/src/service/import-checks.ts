import { isChainId, type Verification } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";

/** Checks of the blocks of a chain. */
export interface ImportedChain {
  readonly verification: Verification;
  /** Expected chain id of transactions; default: any. */
  readonly chainId?: number | undefined;
  /** Whether the chain does not exist yet: it is not created if its first block is invalid. */
  readonly isNew?: boolean;
}

/**
 * Reads a file, or adds a block of it.
 *
 * @throws The error of `work`, prefixed with the file and the block.
 */
export async function naming<Result>(
  file: string,
  block: BlockName | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    const name = block ? `block ${block.number}` : "";
    const reason = !name || message.startsWith(name) ? message : `${name}: ${message}`;
    throw new Error(`${file}: ${reason}`, { cause: error });
  }
}

/** @throws Error if a transaction was signed for another chain. */
export function assertChain({ block }: RpcBlockWithReceipts, expected: number | undefined): void {
  const ids = block.transactions.flatMap(({ chainId }) =>
    chainId == null ? [] : [Number(chainId)],
  );
  const other = ids.find((id) => !isChainId(id, expected));
  if (other !== undefined) {
    throw new Error(`transactions of chain id ${other}; expected ${expected}`);
  }
}
