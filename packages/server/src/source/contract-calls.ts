import { encodeWord, orUndefined, readBytes, readLength, readWord } from "../chain/abi.ts";
import type {
  BlockName,
  Hex,
  NftName,
  PairBalance,
  TokenFacts,
  TouchedPair,
} from "../chain/records.ts";
import { aggregateCalls } from "./aggregate.ts";
import { type CallFailure, type ContractCall, callSender } from "./call-dialect.ts";
import type { RpcClient } from "./json-rpc.ts";
import { plainCalls, SUPPORTS_INTERFACE } from "./plain-calls.ts";

const BALANCE_OF = "0x70a08231";
const OWNER_OF = "0x6352211e";
const TOKEN_URI = "0xc87b56dd";
const DECIMALS = "0x313ce567";
/** Calls that read a token: name, symbol, decimals, and the interfaces it claims (ERC-165). */
const TOKEN_CALLS: readonly Hex[] = [
  ...(["0x06fdde03", "0x95d89b41", DECIMALS] as const),
  ...["80ac58cd", "d9b67a26", "ffffffff"].map(
    (id): Hex => `${SUPPORTS_INTERFACE}${id.padEnd(64, "0")}`,
  ),
];
export const CALLS_PER_TOKEN = TOKEN_CALLS.length;

/** Gas limit, far above the needs of most tokens; a contract that burns more must not delay others. */
const GAS = "0xf4240";
/** Gas limit of metadata URIs; some contracts render an image on chain. */
const URI_GAS = "0x1c9c380";
/** More decimals than this are treated as missing. */
const MAX_DECIMALS = 255n;
const MAX_NAME_BYTES = 1_024;
const MAX_URI_BYTES = 262_144;

/** Encodes a call of a function with one number. */
const callOf = (to: Hex, selector: Hex, argument: bigint, gas: Hex = GAS): ContractCall => ({
  to,
  data: `${selector}${encodeWord(argument)}`,
  gas,
});

/**
 * Creates a reader of contracts at one block. Each method throws StateUnavailableError if the node does
 * not have the state of the block, and Error if it does not respond. What it reads of a contract that the node refuses
 * to call, or that runs out of the gas that the node allows, is no property of the contract: use nothing of those in
 * `refused`.
 */
export function contractCalls(rpc: RpcClient, block: BlockName) {
  const send = callSender(rpc, block);
  /** Contracts of which there is no result, and why. */
  const refused = new Map<Hex, CallFailure>();
  /**
   * Calls contracts, through Multicall3 where the chain has it.
   *
   * @param isOptional Whether a contract may do without the function, as it does if it runs out of gas.
   * @returns What each contract returned, in order: `0x` if it reverted, failed, or has no code; undefined if there is no
   *   result of it.
   */
  const call = async (
    calls: readonly ContractCall[],
    isOptional: (call: ContractCall) => boolean = () => false,
  ): Promise<(Hex | undefined)[]> => {
    const results = await aggregateCalls(rpc, send, calls);
    const left = calls.filter((_, at) => results[at] === undefined);
    const singles = await plainCalls(send, block, left);
    return calls.map((each, at) => {
      const outcome = results[at] ?? singles.shift();
      if (typeof outcome !== "object") {
        return outcome;
      }
      const { fault, reason } = outcome;
      if (fault !== "gas" || !isOptional(each)) {
        const problem = fault === "gas" ? "it needs more gas" : "the node does not call it";
        refused.set(each.to, { fault, reason: `${problem}: ${reason}` });
      }
      return undefined;
    });
  };

  return {
    refused: refused as ReadonlyMap<Hex, CallFailure>,
    /**
     * Reads the balances of pairs. The balance of a contract that reverts, fails for another reason than its gas,
     * returns less than 32 bytes, or has no code is zero.
     */
    async balances(pairs: readonly TouchedPair[]): Promise<PairBalance[]> {
      const results = await call(
        pairs.map(({ token, owner }) => callOf(token, BALANCE_OF, BigInt(owner))),
      );
      return pairs.map(({ token, owner }, at) => ({
        token,
        owner,
        raw: readNumber(results[at]) ?? 0n,
      }));
    },
    /** Reads name, symbol, decimals and standard of tokens; null where a contract returns none. */
    async tokens(addresses: readonly Hex[]): Promise<TokenFacts[]> {
      const results = await call(
        addresses.flatMap((to) => TOKEN_CALLS.map((data) => ({ to, data, gas: GAS }))),
        ({ data }) => data !== DECIMALS,
      );
      return addresses.map((address) => tokenFacts(address, results.splice(0, CALLS_PER_TOKEN)));
    },
    /** Reads the decimals of tokens; null where a contract returns none. */
    async decimals(addresses: readonly Hex[]): Promise<(number | null)[]> {
      const results = await call(addresses.map((to) => ({ to, data: DECIMALS, gas: GAS })));
      return results.map(readDecimals);
    },
    /** Reads the owners of NFTs; undefined where a contract returns none, as of a burnt one, or no address. */
    async owners(nfts: readonly NftName[]): Promise<(Hex | undefined)[]> {
      const results = await call(
        nfts.map(({ collection, tokenId }) => callOf(collection, OWNER_OF, tokenId)),
      );
      return results.map((result) => {
        const owner = readNumber(result);
        return owner && owner <= MAX_ADDRESS ? toAddress(owner) : undefined;
      });
    },
    /** Reads the metadata URIs of NFTs; null where a contract returns none, undefined where it runs out of gas. */
    async uris(nfts: readonly NftName[]): Promise<(string | null | undefined)[]> {
      const results = await call(
        nfts.map(({ collection, tokenId }) => callOf(collection, TOKEN_URI, tokenId, URI_GAS)),
        () => true,
      );
      return results.map((result) => result && readText(result, MAX_URI_BYTES));
    },
  };
}

const MAX_ADDRESS = 2n ** 160n - 1n;
const toAddress = (value: bigint): Hex => `0x${value.toString(16).padStart(40, "0")}`;

function tokenFacts(
  address: Hex,
  [name, symbol, decimals, erc721, erc1155, anything]: readonly (Hex | undefined)[],
): TokenFacts {
  const isTrue = (result: Hex | undefined) => readNumber(result) === 1n;
  // ERC-165 reserves 0xffffffff: a contract that claims it returns true for everything.
  const claims = !isTrue(anything);
  return {
    address,
    name: readText(name, MAX_NAME_BYTES),
    symbol: readText(symbol, MAX_NAME_BYTES),
    decimals: readDecimals(decimals),
    standard: claims && isTrue(erc721) ? "ERC721" : claims && isTrue(erc1155) ? "ERC1155" : null,
  };
}

function readDecimals(returned: Hex | undefined): number | null {
  const places = readNumber(returned);
  return places === undefined || places > MAX_DECIMALS ? null : Number(places);
}

const WORD_BYTES = 32;

/**
 * Reads the integer that a contract returned. Further bytes are ignored, as in Solidity.
 *
 * @returns undefined if less than 32 bytes were returned.
 */
export function readNumber(returned: Hex = "0x"): bigint | undefined {
  return orUndefined(() => readWord(returned.slice(2), 0));
}

/**
 * Reads the text that a contract returned: a `string`, or a zero-padded `bytes32`, as in contracts older
 * than ERC-20.
 *
 * @param maxBytes Longer texts are treated as missing, because they are untrusted and part of every page.
 * @returns null if no valid text was returned.
 */
export function readText(returned: Hex = "0x", maxBytes: number): string | null {
  const digits = returned.slice(2);
  if (digits.length === WORD_BYTES * 2) {
    return decodeUtf8(digits.replace(/(?:00)+$/, ""));
  }
  const bytes = orUndefined(() => {
    const start = readLength(digits, 0);
    return readBytes(digits, start + WORD_BYTES, readLength(digits, start, maxBytes));
  });
  return bytes === undefined ? null : decodeUtf8(bytes);
}

function decodeUtf8(digits: string): string | null {
  try {
    const bytes = Buffer.from(digits, "hex");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\0", "");
  } catch {
    return null;
  }
}
