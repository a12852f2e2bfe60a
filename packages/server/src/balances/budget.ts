import { toQuantity } from "../chain/abi.ts";
import type { AskedToken, BlockName, Hex, NftName } from "../chain/records.ts";
import { CALLS_PER_TOKEN, contractCalls } from "../source/contract-calls.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainWriter, DirtyPair } from "../store/chain-writer.ts";
import type { PairLimit } from "./owners.ts";
import type { ReadResults } from "./settle-contracts.ts";

/** Contract state that is read at one block and stored together. */
interface Piece {
  /** Pairs of whole owners, ordered by owner. */
  readonly pairs: readonly DirtyPair[];
  readonly nfts: readonly NftName[];
  /** Tokens whose properties are read again, beside those that are unknown. */
  readonly tokens: readonly Hex[];
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
  return rpc.traits.hasMulticall
    ? Number.POSITIVE_INFINITY
    : Math.max(MIN_CALLS, Math.floor(rpc.rate() * PIECE_SECONDS));
}

/** Returns the piece size that suits the rate limit of the provider; each piece is stored on its own. */
export function affordableLimit(rpc: RpcClient, pairs: number): PairLimit {
  return { pairs: Math.max(1, Math.min(pairs, callBudget(rpc))), ofOwner: PAIRS_OF_OWNER };
}

/**
 * Selects the first owners, then the first NFTs, that can be read within a number of calls, including
 * the calls that read their new tokens, and the decimals of the others.
 *
 * @param unknown Tokens that are read as well, once each.
 * @returns At least one owner or NFT, so that there is progress at any rate.
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
  /** Adds the calls of some pairs or NFTs. @returns Whether they fit, or come first. */
  const fits = (contracts: readonly Hex[]) => {
    const isFirst = calls === 0;
    calls += contracts.length;
    for (const token of contracts.filter((each) => !seen.has(each))) {
      calls += unknown.has(token) ? CALLS_PER_TOKEN : 1;
      seen.add(token);
    }
    return isFirst || calls <= budget;
  };
  const owners = [...Map.groupBy(pairs, ({ owner }) => owner).values()];
  const tooMany = owners.findIndex((own) => !fits(own.map(({ token }) => token)));
  if (tooMany >= 0) {
    return { pairs: owners.slice(0, tooMany).flat(), nfts: [], tokens: [] };
  }
  const end = nfts.findIndex(({ collection }) => !fits([collection]));
  if (end >= 0) {
    return { pairs, nfts: nfts.slice(0, end), tokens: [] };
  }
  const left = Math.floor(Math.max(0, budget - calls) / CALLS_PER_TOKEN);
  const isOnly = pairs.length + nfts.length === 0;
  return { pairs, nfts, tokens: tokens.slice(0, Math.max(left, isOnly ? 1 : 0)) };
}

/** How contracts are read. */
interface ReadOptions {
  /** Number of calls after which the rest of the piece is left out. Default: no limit. */
  readonly budget?: number;
  /** As in `ContractResults`. */
  readonly rereadSeconds?: number | undefined;
}

/**
 * Reads balances with the decimals of their tokens, then the properties of tokens that are new or have other decimals, and
 * metadata URIs of NFTs, all at one block.
 *
 * @param at Block at which all contracts are called.
 * @returns Results, and the number of pairs, from the first one on, that were read; undefined if the block is no
 *   longer part of the chain.
 * @throws StateUnavailableError if the node does not have the state of that block.
 * @throws Error if the node does not respond.
 */
export async function readContracts(
  store: ChainWriter,
  rpc: RpcClient,
  at: BlockName,
  piece: Piece,
  { budget = Number.POSITIVE_INFINITY, rereadSeconds }: ReadOptions = {},
): Promise<(ReadResults & { readonly pairsRead: number }) | undefined> {
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
  const others = new Set(readable.map(({ token }) => token));
  for (const token of asked) {
    others.delete(token);
  }
  const changed = await withOtherDecimals(store, contracts, [...others]);
  const tokens = await askTokens(store, contracts, [...asked, ...changed]);
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
    rereadSeconds,
    pairsRead: pairs.length,
  };
}

/** Returns the tokens whose decimals are no longer those that are stored: many change without a log. */
async function withOtherDecimals(
  store: ChainWriter,
  contracts: ReturnType<typeof contractCalls>,
  addresses: readonly Hex[],
): Promise<readonly Hex[]> {
  const kinds = await store.listKinds(addresses);
  const decimals = await contracts.decimals(kinds.map(({ address }) => address));
  return kinds.filter((kind, at) => kind.decimals !== decimals[at]).map(({ address }) => address);
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
