import type { Hex, NftName } from "../chain/records.ts";
import { isAggregating } from "../source/aggregate.ts";
import { CALLS_PER_TOKEN } from "../source/contract-calls.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { DirtyPair } from "../store/chain-writer.ts";
import type { PairLimit } from "./owners.ts";

/** Contract state that is read at one block and stored together. */
export interface Piece {
  /** Pairs of whole owners, ordered by owner. */
  readonly pairs: readonly DirtyPair[];
  readonly nfts: readonly NftName[];
}

/**
 * The balances of an owner with more pairs than this are read in parts. Until all parts are read, a
 * page of such an owner may mix balances of several blocks.
 */
const PAIRS_OF_OWNER = 10_000;

/** Target duration in seconds of a piece of plain calls at a rate limit; new blocks come first afterwards. */
const PIECE_SECONDS = 2;
const MIN_CALLS = 10;

/** Returns the number of calls that a piece may cost; Infinity without a rate limit. */
export function callBudget(rpc: RpcClient): number {
  return isAggregating(rpc)
    ? Number.POSITIVE_INFINITY
    : Math.max(MIN_CALLS, Math.floor(rpc.rate() * PIECE_SECONDS));
}

/** Returns the piece size that suits the rate limit of the provider; each piece is stored on its own. */
export function affordableLimit(rpc: RpcClient, pairs: number): PairLimit {
  return { pairs: Math.max(1, Math.min(pairs, callBudget(rpc))), ofOwner: PAIRS_OF_OWNER };
}

/**
 * Selects the first owners, then the first NFTs, that can be read within a number of calls, including
 * the calls that read their new tokens.
 *
 * @param unknown Tokens that are read as well, once each.
 * @returns At least one owner or NFT, so that there is progress at any rate.
 * @example
 * withinBudget({ pairs, nfts: [] }, new Set(await store.unknownTokens(tokens)), 200);
 */
export function withinBudget(
  { pairs, nfts }: Piece,
  unknown: ReadonlySet<Hex>,
  budget: number,
): Piece {
  const seen = new Set<Hex>();
  let calls = 0;
  /** Adds the calls of some pairs or NFTs. @returns Whether they fit, or come first. */
  const fits = (contracts: readonly Hex[]) => {
    const isFirst = calls === 0;
    const added = new Set(contracts.filter((each) => unknown.has(each) && !seen.has(each)));
    calls += contracts.length + added.size * CALLS_PER_TOKEN;
    for (const token of added) {
      seen.add(token);
    }
    return isFirst || calls <= budget;
  };
  const owners = [...Map.groupBy(pairs, ({ owner }) => owner).values()];
  const tooMany = owners.findIndex((own) => !fits(own.map(({ token }) => token)));
  if (tooMany >= 0) {
    return { pairs: owners.slice(0, tooMany).flat(), nfts: [] };
  }
  const end = nfts.findIndex(({ collection }) => !fits([collection]));
  return { pairs, nfts: end < 0 ? nfts : nfts.slice(0, end) };
}
