import { formatOf } from "../chain/block-formats.ts";
import { UNDO_BLOCKS, type Verification } from "../chain/profiles.ts";
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
  /** Headers of the node above the common block, ascending; none if the node only lacks the latest blocks. */
  readonly headers: readonly RpcBlock[];
  /** Number of stored blocks that are not part of the node's chain. */
  readonly depth: number;
}

/** Looks for the tip of a development chain, which the next node may have if there are several behind one address. */
const LOOKS = 8;

/** Time for which a development node may lack the latest blocks, without others in their place, before it has reverted them. */
const LAG_MS = 2_000;

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
 * Creates the rollback of orphaned blocks. A competing chain is accepted only with verified headers that link to the
 * last common block; where headers are not verified, only if another node has it as well. It may be shorter
 * than the stored one.
 *
 * The node of a development chain may revert blocks at any depth and without proof: if there are more than can be rolled
 * back, or all of them, the chain starts over. A node that only lacks the latest blocks may lag behind others at its
 * address: until that is known, nothing is complete.
 *
 * @returns Function that resolves with whether the stored tip is known to be part of the chain. It throws
 *   NodeMismatchError if the node reports another chain whose headers are invalid, ChainHaltedError if the
 *   reorganisation is too deep.
 */
export function orphanRemoval(
  chain: StoredChain,
  source: ChainSource,
  { maxReorg, verification, emit }: ReorgOptions,
): (isDevelopment: boolean) => Promise<boolean> {
  let lacksSince: number | undefined;
  const assertAccepted = async ({ depth, headers }: Fork, problem: string | undefined) => {
    if (problem !== undefined) {
      throw new NodeMismatchError(`the node reports another chain, but ${problem}`);
    }
    if (depth > maxReorg) {
      throw new ChainHaltedError(
        `the chain was reorganised by more than ${maxReorg} blocks; nothing is rolled back: if other nodes have the new blocks, delete the chain to index it again; if not, use them`,
      );
    }
    const last = headers.at(-1);
    const name = last && { number: Number(last.number), hash: last.hash };
    // Only another node confirms headers that cannot be verified; one that is the only one is trusted.
    if (verification === "parent" && name && (await source.isConfirmed(name)) === false) {
      throw new NodeMismatchError("the node reports another chain, which no other node confirms");
    }
  };
  return async (isDevelopment) => {
    const tip = await chain.tip();
    if (!tip) {
      return true;
    }
    const find = () =>
      isDevelopment
        ? findFork(chain, source, tip, UNDO_BLOCKS, LOOKS)
        : findFork(chain, source, tip, maxReorg);
    let fork = await find();
    let problem = isDevelopment ? undefined : findInvalidHeader(fork, verification);
    if (problem !== undefined) {
      // The chain may have changed while its headers were read.
      fork = await find();
      problem = findInvalidHeader(fork, verification);
    }
    if (fork?.depth === 0) {
      lacksSince = undefined;
      await chain.setOrphaned(false);
      return true;
    }
    if (!fork || (fork.headers.length === 0 && !isDevelopment)) {
      return false;
    }
    if (fork.headers.length === 0 && fork.common) {
      lacksSince ??= performance.now();
      if (performance.now() - lacksSince < LAG_MS) {
        await chain.setOrphaned(true);
        return false;
      }
    }
    lacksSince = undefined;
    if (!isDevelopment) {
      await assertAccepted(fork, problem).catch(async (error) => {
        await chain.setOrphaned(true);
        throw error;
      });
    }
    const startedAt = performance.now();
    const { common, depth, headers } = fork;
    if (common) {
      await chain.rollbackTo(common);
    } else if (isDevelopment) {
      await chain.clear();
    } else {
      const hash = headers[0]?.parentHash ?? "0x";
      await chain.rollbackTo({ number: tip.number - depth, hash });
      // All stored blocks were removed: the chain starts over.
      chain.forget();
    }
    emit({ kind: "reorg", depth, seconds: (performance.now() - startedAt) / 1000 });
    return true;
  };
}

/** @returns undefined if it cannot be told: the node lacks a block, or reports a head that it lacks. */
async function findFork(
  chain: StoredChain,
  source: ChainSource,
  tip: BlockName,
  deepest: number,
  looks = 1,
): Promise<Fork | undefined> {
  const oldest = (await chain.oldest())?.number ?? 0;
  const ofAll = { common: undefined, depth: tip.number - oldest + 1 };
  let { number } = tip;
  let header: RpcBlock | undefined;
  for (let look = 0; !header && look < looks; look += 1) {
    header = await source.header(number);
  }
  if (!header) {
    number = await source.head();
    if (number < oldest) {
      return { ...ofAll, headers: [] };
    }
    header = number < tip.number ? await source.header(number) : undefined;
  }
  const headers: RpcBlock[] = [];
  while (header) {
    if (header.hash === (await chain.hashOf(number))) {
      const common = { number, hash: header.hash };
      return { common, headers: headers.reverse(), depth: tip.number - number };
    }
    headers.push(header);
    if (number === oldest || tip.number - number >= deepest) {
      return { ...ofAll, headers: headers.reverse() };
    }
    number -= 1;
    header = await source.header(number);
  }
  return undefined;
}

/** Describes the first invalid header of a competing chain; undefined if all are valid. */
function findInvalidHeader(fork: Fork | undefined, verification: Verification): string | undefined {
  let parent = fork?.common;
  for (const header of fork?.headers ?? []) {
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
