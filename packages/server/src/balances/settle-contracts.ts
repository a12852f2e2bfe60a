import { formatMetadata } from "../chain/metadata.ts";
import type { AskedToken, BlockName, Hex, NftName, PairBalance } from "../chain/records.ts";
import { bareUri, GATEWAYS, metadataLocation, readDataUri } from "../metadata/location.ts";
import type { CallFailure } from "../source/call-dialect.ts";
import type { SetAside } from "../store/chain-reader.ts";
import {
  type ChainWriter,
  type ContractResults,
  contractsOf,
  type NftResult,
  type Settlement,
  type TokenResult,
} from "../store/chain-writer.ts";
import { InvalidValueError, isEncodingError } from "../store/engine.ts";

/** Token URI of an NFT; null if the contract returns none, undefined if it runs out of gas. */
interface NftUri extends NftName {
  readonly uri: string | null | undefined;
}

/** Results of contract calls at one block, as they were read. */
export interface ReadResults {
  readonly tokens: readonly AskedToken[];
  readonly balances: readonly PairBalance[];
  readonly nfts: readonly NftUri[];
  /** Contracts of which nothing could be read, with the reason. */
  readonly refused: ReadonlyMap<Hex, CallFailure>;
  /** As in `ContractResults`. */
  readonly rereadSeconds?: number | undefined;
}

/** What contains metadata itself. */
const EMBEDDED = /^(data:|\{)/i;

const NONE: ReadonlyMap<Hex, CallFailure> = new Map();
const NOTHING: ContractResults = { tokens: [], balances: [], nfts: [] };

/**
 * Processes and stores results of contract calls, and sets aside the contracts that were refused. If a value
 * fails, the results are bisected by contract: those of a contract that still fail alone are left out, and the
 * contract is set aside with the reason.
 *
 * @param at Block at which the contracts were called.
 * @param onSetAside Called for each contract that was set aside.
 * @throws Error if the store fails: no contract is set aside then.
 */
export async function settleContracts(
  store: ChainWriter,
  at: BlockName,
  results: ReadResults,
  onSetAside: (contract: SetAside) => void,
): Promise<Settlement> {
  for (const [contract, { reason }] of results.refused) {
    onSetAside(await store.setAside(contract, reason));
  }
  try {
    return await store.settle(at, processed(results));
  } catch (error) {
    const contracts = [...contractsOf(results)];
    const [contract] = contracts;
    if (contract === undefined || !(error instanceof InvalidValueError)) {
      throw error;
    }
    if (contracts.length === 1) {
      onSetAside(await store.setAside(contract, error.message));
      return store.settle(at, NOTHING);
    }
    const half = new Set(contracts.slice(contracts.length / 2));
    const settle = (isInHalf: boolean) => {
      const part: ReadResults = {
        tokens: results.tokens.filter(({ address }) => half.has(address) === isInHalf),
        balances: results.balances.filter(({ token }) => half.has(token) === isInHalf),
        nfts: results.nfts.filter(({ collection }) => half.has(collection) === isInHalf),
        refused: NONE,
        rereadSeconds: results.rereadSeconds,
      };
      return settleContracts(store, at, part, onSetAside);
    };
    await settle(true);
    return settle(false);
  }
}

/** @throws InvalidValueError if a result cannot be processed. */
function processed({ tokens, balances, nfts, rereadSeconds }: ReadResults): ContractResults {
  try {
    return {
      tokens: tokens.map(withStandards),
      balances,
      nfts: nfts.map(nftResult),
      rereadSeconds,
    };
  } catch (error) {
    throw isEncodingError(error) ? new InvalidValueError(error) : error;
  }
}

function nftResult(nft: NftUri): NftResult {
  const embedded = nft.uri ? readDataUri(nft.uri) : null;
  const metadata = embedded && formatMetadata(embedded);
  const uri = bareUri(nft.uri ?? "");
  const isDue = metadata === null && metadataLocation(uri, GATEWAYS) !== undefined;
  const isLost = nft.uri === undefined || (uri !== "" && metadata === null && !isDue);
  const fault = EMBEDDED.test(uri) ? "content" : "uri";
  return { ...nft, uri: nft.uri || null, metadata, isDue, ...(isLost && { fault }) };
}

/**
 * Determines which listings include the tokens of a contract.
 *
 * A contract that claims only ERC-1155 has no ERC-721 tokens, whatever its logs look like. One that claims no standard
 * has NFTs if it knows the owner of one that logs show: otherwise, they are amounts of ERC-20 that are indexed. One with
 * decimals is also an ERC-20 token, such as ERC-404.
 */
function withStandards({ ownsNfts, ...facts }: AskedToken): TokenResult {
  const { standard, decimals } = facts;
  const countsInDecimals = (decimals ?? 0) > 0;
  const isErc721 = standard === "ERC721" || (standard === null && ownsNfts);
  return {
    ...facts,
    isErc721,
    isErc20: countsInDecimals || (standard === null && !isErc721),
  };
}
