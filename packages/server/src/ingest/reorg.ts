import type { Verification } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlock, RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";
import { hasOwnHash } from "../verify/header.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import type { Tell } from "./events.ts";
import type { KeptChain } from "./kept-chain.ts";

/** A reorganisation that is too deep to follow. */
export class ChainHaltedError extends Error {
  override readonly name = "ChainHaltedError";
}

/** Limits of reorganisations. */
export interface ReorgOptions {
  /** A reorganisation of more blocks than this halts the chain. */
  readonly maxReorg: number;
  /** How the headers of competing blocks are verified. */
  readonly verification: Verification;
  readonly tell: Tell;
}

/** Where the chain of a node leaves the stored one. */
interface Fork {
  /** The last common block; undefined if it is before the first stored one. */
  readonly common: BlockName | undefined;
  /** Headers of the node above it, up to the height of the stored tip, ascending. */
  readonly headers: readonly RpcBlock[];
}

/** The chain may change while headers are read; then they are read again. */
const ATTEMPTS = 2;

/**
 * Handles a block that does not follow the stored tip: a reorganisation, unless the node still has the
 * stored tip as well.
 *
 * @throws NodeMismatchError if it has.
 */
export async function refuseStray(
  chain: KeptChain,
  source: ChainSource,
  { block }: RpcBlockWithReceipts,
): Promise<void> {
  const tip = await chain.tip();
  if (tip && (await source.hashOf(tip.number)) === tip.hash) {
    const again = await source.block(tip.number + 1);
    if (again && again.block.parentHash !== tip.hash) {
      throw new NodeMismatchError(
        `block ${Number(block.number)} does not follow the one before it`,
      );
    }
  }
}

/**
 * A node that does not have a block may have announced it and be about to have it.
 *
 * @throws NodeMismatchError if it is behind.
 */
async function refuseLag(chain: KeptChain, source: ChainSource, number: number): Promise<void> {
  const head = await source.head();
  if (head < number && (await source.hashOf(head)) === (await chain.hashOf(head))) {
    throw new NodeMismatchError(`the node is behind block ${number}, which is served already`);
  }
}

/**
 * Rolls back blocks that are no longer part of the chain. A competing chain counts only with verified
 * headers that are linked to the last common block: hashes alone are no proof.
 *
 * @returns Whether the stored tip is known to be part of the chain.
 * @throws NodeMismatchError if the node claims another chain without proof.
 * @throws ChainHaltedError if the reorganisation is too deep.
 */
export async function dropOrphans(
  chain: KeptChain,
  source: ChainSource,
  { maxReorg, verification, tell }: ReorgOptions,
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
    const depth = fork.headers.length;
    if (depth === 0) {
      return true;
    }
    const fault = faultOf(fork, verification);
    if (fault !== undefined && attempt === ATTEMPTS) {
      throw new NodeMismatchError(`the node claims another chain, but ${fault}`);
    }
    if (fault !== undefined) {
      continue;
    }
    if (depth > maxReorg) {
      throw new ChainHaltedError(
        `the chain has changed by more than ${maxReorg} blocks; nothing is rolled back`,
      );
    }
    const startedAt = performance.now();
    const { common = { number: tip.number - depth, hash: fork.headers[0]?.parentHash ?? "0x" } } =
      fork;
    await chain.rollbackTo(common);
    if (!fork.common) {
      // All stored blocks are gone: the chain starts over.
      chain.forget();
    }
    const seconds = (performance.now() - startedAt) / 1000;
    tell({ kind: "reorg", depth, seconds });
    return true;
  }
}

/** @returns undefined if the node does not have a block at the height of the stored tip. */
async function findFork(
  chain: KeptChain,
  source: ChainSource,
  tip: BlockName,
  maxReorg: number,
): Promise<Fork | undefined> {
  const headers: RpcBlock[] = [];
  for (let number = tip.number; ; number -= 1) {
    const hash = await chain.hashOf(number);
    if (hash === undefined) {
      return { common: undefined, headers: headers.reverse() };
    }
    const header = await source.header(number);
    if (header?.hash === hash) {
      return { common: { number, hash }, headers: headers.reverse() };
    }
    if (!header) {
      await refuseLag(chain, source, number);
      return undefined;
    }
    headers.push(header);
    if (headers.length > maxReorg) {
      return { common: undefined, headers: headers.reverse() };
    }
  }
}

/** Why headers do not prove a competing chain; undefined if they do. */
function faultOf({ common, headers }: Fork, verification: Verification): string | undefined {
  let parent = common;
  for (const header of headers) {
    const number = Number(header.number);
    if (verification !== "parent" && !hasOwnHash(header, verification)) {
      return `the hash of block ${number} is not that of its header`;
    }
    if (parent && (header.parentHash !== parent.hash || number !== parent.number + 1)) {
      return `block ${number} does not follow block ${parent.number}`;
    }
    parent = { number, hash: header.hash };
  }
  return undefined;
}
