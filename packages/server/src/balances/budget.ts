import { toQuantity } from "../chain/abi.ts";
import type { AskedToken, BlockName, Hex, NftOwner } from "../chain/records.ts";
import { CALLS_PER_TOKEN, contractCalls } from "../source/contract-calls.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainWriter, PairPosition, PendingPair } from "../store/chain-writer.ts";
import type { ReadResults } from "./settle-contracts.ts";

/** Contract state that is read at one block and stored together. */
interface Piece {
  /** Pairs of whole owners, ordered by owner. */
  readonly pairs: readonly PendingPair[];
  readonly nfts: readonly NftOwner[];
  /** Tokens whose properties are read again, beside those that are unknown. */
  readonly tokens: readonly Hex[];
}

/**
 * The balances of an owner with more pairs than this are read in parts, at a rate limit also those of one that needs more
 * pieces than this: the state of a block is not kept for long. Until all parts are read, a page of such an owner may mix
 * balances of several blocks.
 */
const [PAIRS_OF_OWNER, PIECES_OF_OWNER] = [10_000, 10];

/** Target duration in seconds of a piece of plain calls at a rate limit; new blocks come first afterwards. */
const PIECE_SECONDS = 2;
const MIN_CALLS = 10;

/** Returns the number of calls that a piece may cost; Infinity without a rate limit. */
export function callBudget(rpc: RpcClient): number {
  return rpc.traits.hasMulticall
    ? Number.POSITIVE_INFINITY
    : Math.max(MIN_CALLS, Math.floor(rpc.rate() * PIECE_SECONDS));
}

/** Returns the piece size that suits the rate limit of the provider; each piece is stored on its own. */
export function affordableLimit(rpc: RpcClient, pairs: number): PairLimit {
  const budget = callBudget(rpc);
  return {
    pairs: Math.min(pairs, budget),
    ofOwner: Math.min(PAIRS_OF_OWNER, PIECES_OF_OWNER * budget),
  };
}

/** Limits of one batch of pairs. */
export interface PairLimit {
  /** Maximum number of pairs of whole owners; the first owner is always included. */
  readonly pairs: number;
  /** Maximum number of pairs of one owner; an owner with more is split. */
  readonly ofOwner: number;
}

/**
 * Selects pairs of whole owners, so that all balances of an owner are read at one block. The first
 * owner may exceed `pairs`; it is split only if it exceeds `ofOwner`.
 *
 * @param list Lists pairs ordered by owner, as a store does.
 * @param after Position at which the previous call ended; undefined: from the beginning.
 * @returns next: position at which the next call continues; undefined at the end.
 * @example
 * const { pairs, next } = await takeOwners(store.listPending, undefined, { pairs: 500, ofOwner: 10_000 });
 */
export async function takeOwners<Pair extends PendingPair>(
  list: (after: PairPosition | undefined, limit: number) => Promise<readonly Pair[]>,
  after: PairPosition | undefined,
  { pairs, ofOwner }: PairLimit,
): Promise<{ readonly pairs: readonly Pair[]; readonly next: PairPosition | undefined }> {
  let count = pairs + 1;
  let listed = await list(after, count);
  if (listed.length === count && listed.at(-1)?.owner === listed[0]?.owner) {
    count = ofOwner + 1;
    listed = await list(after, count);
  }
  const [first = [], ...others] = Map.groupBy(listed, ({ owner }) => owner).values();
  if (first.length > ofOwner) {
    const { owner, token } = first[ofOwner - 1] as Pair;
    return { pairs: first.slice(0, ofOwner), next: { owner, token } };
  }
  if (listed.length === count) {
    // There may be more of the last one.
    others.pop();
  }
  const taken = [...first];
  for (const own of others) {
    if (own.length > Math.min(ofOwner, pairs - taken.length)) {
      break;
    }
    taken.push(...own);
  }
  const last = taken.at(-1);
  const isEnd = taken.length === listed.length;
  return {
    pairs: taken,
    next: last && !isEnd ? { owner: last.owner, token: undefined } : undefined,
  };
}

/** Part of a budget that balances use if there is anything else to read. */
const PAIRS_SHARE = 3 / 4;
/** Part that balances and NFTs use together if there are tokens to read. */
const NFTS_SHARE = 7 / 8;

/**
 * Selects the first owners, NFTs and tokens that can be read within a number of calls, including the calls that read
 * their new tokens, and the decimals of the others. Each kind has its share, however much there is of another one.
 *
 * @param unknown Tokens that are read as well, once each.
 * @returns At least one of each kind that there is, so that there is progress at any rate.
 * @example
 * withinBudget({ pairs, nfts: [] }, new Set(await store.unknownTokens(tokens)), 200);
 */
export function withinBudget(
  { pairs, nfts, tokens }: Piece,
  unknown: ReadonlySet<Hex>,
  budget: number,
): Piece {
  const seen = new Set<Hex>();
  let calls = 0;
  /** Takes the first items that fit into what is left, and at least one. */
  const take = <Item>(
    items: readonly Item[],
    contractsIn: (item: Item) => readonly Hex[],
    share: number,
  ): readonly Item[] => {
    const end = items.findIndex((item, at) => {
      const contracts = contractsIn(item);
      const added = [...new Set(contracts)].filter((token) => !seen.has(token));
      const ofTokens = added.map((token) => (unknown.has(token) ? CALLS_PER_TOKEN : 1));
      const total = ofTokens.reduce((sum, cost) => sum + cost, calls + contracts.length);
      if (at > 0 && total > budget * share) {
        return true;
      }
      calls = total;
      for (const token of added) {
        seen.add(token);
      }
      return false;
    });
    return end < 0 ? items : items.slice(0, end);
  };
  const owners = [...Map.groupBy(pairs, ({ owner }) => owner).values()];
  const hasOthers = nfts.length + tokens.length > 0;
  const taken = take(
    owners,
    (own) => own.map(({ token }) => token),
    hasOthers ? PAIRS_SHARE : 1,
  ).flat();
  const ofNfts = take(nfts, ({ collection }) => [collection], tokens.length > 0 ? NFTS_SHARE : 1);
  const left = Math.floor(Math.max(0, budget - calls) / CALLS_PER_TOKEN);
  return { pairs: taken, nfts: ofNfts, tokens: tokens.slice(0, Math.max(1, left)) };
}

/**
 * Reads balances with the decimals of their tokens, then the properties of tokens that are new or have other decimals, and
 * metadata URIs of NFTs, all at one block.
 *
 * @param at Block at which all contracts are called.
 * @param budget Number of calls after which the rest of the piece is left out. Default: no limit.
 * @returns Results, and how much of the piece was read; undefined if the block is no longer part of the chain.
 * @throws StateUnavailableError if the node does not have the state of that block.
 * @throws Error if the node does not respond.
 */
export async function readContracts(
  store: ChainWriter,
  rpc: RpcClient,
  at: BlockName,
  piece: Piece,
  budget: number = Number.POSITIVE_INFINITY,
): Promise<(ReadResults & { readonly read: Piece }) | undefined> {
  const contracts = contractCalls(rpc, at);
  const collections = new Set(piece.nfts.map(({ collection }) => collection));
  const unknown = await store.unknownTokens([...contractsOf(piece)], collections);
  const { pairs, nfts, tokens: due } = withinBudget(piece, new Set(unknown), budget);
  const used = contractsOf({ pairs, nfts });
  const asked = [...new Set([...unknown.filter((token) => used.has(token)), ...due])];
  // After a reorganisation, the address of a lost pair may hold another contract, or none.
  const readable = pairs.filter(({ isLost }) => !isLost);
  const lost = pairs.filter(({ isLost }) => isLost);
  const balances = await contracts.balances(readable);
  const others = new Set(readable.map(({ token }) => token)).difference(new Set(asked));
  const kinds = await store.listKinds([...others]);
  const decimals = await contracts.decimals(kinds.map(({ address }) => address));
  // Many change without a log.
  const changed = kinds.filter((kind, at) => kind.decimals !== decimals[at]);
  const tokens = await askTokens(store, contracts, [
    ...asked,
    ...changed.map(({ address }) => address),
  ]);
  const uris = await contracts.uris(nfts);
  // Some nodes resolve a hash to a number, and the state by that number: results belong to the block
  // only if it is still part of the chain afterwards.
  const name = toQuantity(at.number);
  const block = await rpc.call<{ hash: Hex } | null>("eth_getBlockByNumber", name, false);
  if (block?.hash !== at.hash) {
    return undefined;
  }
  const { refused } = contracts;
  return {
    tokens: tokens.filter(({ address }) => !refused.has(address)),
    balances: [
      ...balances.filter(({ token }) => !refused.has(token)),
      ...lost.map(({ token, owner }) => ({ token, owner, raw: 0n })),
    ],
    nfts: nfts
      .map((nft, index) => ({ ...nft, uri: uris[index] }))
      .filter(({ collection }) => !refused.has(collection)),
    refused,
    read: { pairs, nfts, tokens: due },
  };
}

/** Ids that most collections have. */
const FIRST_IDS: readonly bigint[] = [0n, 1n];
/**
 * No NFT has this id: what returns an owner of it, answers anything. It is a possible address, so that contracts that
 * return their argument are among those.
 */
const NO_ID = 2n ** 160n - 1n;

/**
 * Reads properties of tokens, and whether they have NFTs: one that logs show has the owner that they show. A contract
 * that claims nothing and has no decimals has some if anybody owns that one, or one of the first ones, and nobody owns
 * one that does not exist.
 */
async function askTokens(
  store: ChainWriter,
  contracts: ReturnType<typeof contractCalls>,
  addresses: readonly Hex[],
): Promise<AskedToken[]> {
  const tokens = await contracts.tokens(addresses);
  const samples = await store.listSamples(addresses);
  const owners = await contracts.owners(samples);
  const owning = new Set(
    samples.filter(({ owner }, at) => owners[at] === owner).map(({ collection }) => collection),
  );
  const guesses = tokens
    .filter(({ address, standard, decimals }) => !(standard || decimals || owning.has(address)))
    .flatMap(({ address: collection }) =>
      [...FIRST_IDS, NO_ID].map((tokenId) => ({ collection, tokenId })),
    );
  const guessed = await contracts.owners(guesses);
  const answers = [...owners, ...guessed];
  const owned = new Set(
    [...samples, ...guesses]
      .filter((_, at) => answers[at] !== undefined)
      .map(({ collection }) => collection),
  );
  for (const [at, { collection, tokenId }] of guesses.entries()) {
    if (tokenId === NO_ID && guessed[at] === undefined && owned.has(collection)) {
      owning.add(collection);
    }
  }
  return tokens.map((facts) => ({ ...facts, ownsNfts: owning.has(facts.address) }));
}

/** Returns the contracts that a piece reads, except those of lost pairs. */
function contractsOf({ pairs, nfts }: Pick<Piece, "pairs" | "nfts">): Set<Hex> {
  return new Set([
    ...pairs.filter(({ isLost }) => !isLost).map(({ token }) => token),
    ...nfts.map(({ collection }) => collection),
  ]);
}
