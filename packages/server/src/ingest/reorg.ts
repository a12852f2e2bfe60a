import { formatOf } from "../chain/block-formats.ts";
import type { Verification } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlock } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";
import { encodedHeader } from "../verify/header.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import type { Emit } from "./events.ts";
import type { StoredChain } from "./stored-chain.ts";

/** The reorganisation is deeper than allowed. */
export class ChainHaltedError extends Error {
  override readonly name = "ChainHaltedError";
}

export interface ReorgOptions {
  /** A reorganisation of more blocks halts the chain. */
  readonly maxReorg: number;
  /** How the headers of competing blocks are verified. */
  readonly verification: Verification;
  readonly emit: Emit;
}

interface Fork {
  /** Last common block; undefined if it is below the oldest stored block, or too deep. */
  readonly common: BlockName | undefined;
  /** Headers of the node above the common block, ascending. */
  readonly headers: readonly RpcBlock[];
  /** Number of stored blocks that are not part of the node's chain. */
  readonly depth: number;
}

/** The headers are read again if the chain changes meanwhile. */
const ATTEMPTS = 2;

/**
 * Checks that a block that does not follow the stored tip belongs to a reorganisation.
 *
 * @throws NodeMismatchError if the node still has the stored tip, and so contradicts itself.
 */
export async function assertReorg(
  chain: StoredChain,
  source: ChainSource,
  number: number,
): Promise<void> {
  const tip = await chain.tip();
  if (tip && (await source.header(tip.number))?.hash === tip.hash) {
    const again = await source.block(tip.number + 1);
    if (again && again.block.parentHash !== tip.hash) {
      throw new NodeMismatchError(`block ${number} does not follow the previous block`);
    }
  }
}

/**
 * Rolls back orphaned blocks. A competing chain is accepted only with verified headers that link to the
 * last common block; where headers are not verified, only if another node has it as well. It may be shorter
 * than the stored one.
 *
 * @returns Whether the stored tip is known to be part of the chain.
 * @throws NodeMismatchError if the node reports another chain whose headers are invalid.
 * @throws ChainHaltedError if the reorganisation is too deep.
 */
export async function dropOrphans(
  chain: StoredChain,
  source: ChainSource,
  { maxReorg, verification, emit }: ReorgOptions,
): Promise<boolean> {
  const tip = await chain.tip();
  if (!tip) {
    return true;
  }
  for (let attempt = 1; ; attempt += 1) {
    const fork = await findFork(chain, source, tip, maxReorg);
    if (!fork) {
      return false;
    }
    const { depth } = fork;
    if (depth === 0) {
      await chain.setOrphaned(false);
      return true;
    }
    const problem = findInvalidHeader(fork, verification);
    if (problem !== undefined && attempt < ATTEMPTS) {
      continue;
    }
    try {
      if (problem !== undefined) {
        throw new NodeMismatchError(`the node reports another chain, but ${problem}`);
      }
      if (depth > maxReorg) {
        throw new ChainHaltedError(
          `the chain was reorganised by more than ${maxReorg} blocks; nothing is rolled back: if other nodes have the new blocks, delete the chain to index it again; if not, use them`,
        );
      }
      const last = fork.headers.at(-1);
      const name = last && { number: Number(last.number), hash: last.hash };
      // Only another node confirms headers that cannot be verified; one that is the only one is trusted.
      if (verification === "parent" && name && (await source.isConfirmed(name)) === false) {
        throw new NodeMismatchError("the node reports another chain, which no other node confirms");
      }
    } catch (error) {
      await chain.setOrphaned(true);
      throw error;
    }
    const startedAt = performance.now();
    const { common = { number: tip.number - depth, hash: fork.headers[0]?.parentHash ?? "0x" } } =
      fork;
    await chain.rollbackTo(common);
    if (!fork.common) {
      // All stored blocks were removed: the chain starts over.
      chain.forget();
    }
    const seconds = (performance.now() - startedAt) / 1000;
    emit({ kind: "reorg", depth, seconds });
    return true;
  }
}

/** @returns undefined if it cannot be told: the node lags behind, lacks a block, or reports a head that it lacks. */
async function findFork(
  chain: StoredChain,
  source: ChainSource,
  tip: BlockName,
  maxReorg: number,
): Promise<Fork | undefined> {
  let { number } = tip;
  let header = await source.header(number);
  if (!header) {
    number = await source.head();
    const isStored = number < tip.number && number >= ((await chain.oldest())?.number ?? 0);
    header = isStored ? await source.header(number) : undefined;
  }
  const headers: RpcBlock[] = [];
  while (header) {
    if (header.hash === (await chain.hashOf(number))) {
      const isBehind = headers.length === 0 && number < tip.number;
      const common = { number, hash: header.hash };
      const depth = tip.number - number;
      return isBehind ? undefined : { common, headers: headers.reverse(), depth };
    }
    headers.push(header);
    const depth = tip.number - number + 1;
    number -= 1;
    const isLowest = (await chain.hashOf(number)) === undefined;
    if (isLowest || depth > maxReorg) {
      return { common: undefined, headers: headers.reverse(), depth };
    }
    header = await source.header(number);
  }
  return undefined;
}

/** Describes the first invalid header of a competing chain; undefined if all are valid. */
function findInvalidHeader(
  { common, headers }: Fork,
  verification: Verification,
): string | undefined {
  let parent = common;
  for (const header of headers) {
    const number = Number(header.number);
    if (
      verification !== "parent" &&
      !encodedHeader(header, formatOf(verification, header).header)
    ) {
      return `the hash of block ${number} is not that of its header`;
    }
    if (parent && (header.parentHash !== parent.hash || number !== parent.number + 1)) {
      return `block ${number} does not follow block ${parent.number}`;
    }
    parent = { number, hash: header.hash };
  }
  return undefined;
}
