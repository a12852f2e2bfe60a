import type { Hex } from "../handlers/reader.ts";
import type { PairBalance, TokenFacts } from "../store/chain-store.ts";
import type { TouchedPair } from "./events.ts";
import type { RpcClient, RpcResult } from "./json-rpc.ts";

const SELECTOR = {
  balanceOf: "0x70a08231",
  name: "0x06fdde03",
  symbol: "0x95d89b41",
  decimals: "0x313ce567",
  tokenUri: "0xc87b56dd",
} as const;

/** A token with more places than this counts as one that does not tell. */
const MAX_DECIMALS = 255n;
const WORD = 64;
/** How nodes word it that a contract refused or failed. */
const CONTRACT_FAULT = /revert|invalid opcode|opcodenotfound|out of ?gas|stack|invalid jump/i;

/** Asks contracts, all at the block of one hash. */
export function contractCalls(rpc: RpcClient, blockHash: Hex) {
  const ask = async (calls: readonly { readonly to: Hex; readonly data: Hex }[]) => {
    const batch = calls.map((call) => ({ method: "eth_call", params: [call, { blockHash }] }));
    const results = await rpc.batch(batch);
    for (const result of results) {
      // What the node cannot say must not be taken for what the contract says.
      if (!result.ok && !CONTRACT_FAULT.test(result.message)) {
        throw new Error(`eth_call: ${result.message}`);
      }
    }
    return results;
  };

  return {
    /** Balances of pairs; one whose contract does not answer is left out. */
    async balances(pairs: readonly TouchedPair[]): Promise<PairBalance[]> {
      const results = await ask(
        pairs.map(({ token, owner }) => ({
          to: token,
          data: `${SELECTOR.balanceOf}${word(BigInt(owner))}`,
        })),
      );
      return pairs.flatMap((pair, at) => {
        const raw = number(results[at]);
        return raw === undefined ? [] : [{ ...pair, raw }];
      });
    },
    /** What contracts tell about themselves; null where they do not. */
    async tokens(addresses: readonly Hex[]): Promise<TokenFacts[]> {
      const { name, symbol, decimals } = SELECTOR;
      const asked = addresses.flatMap((to) =>
        [name, symbol, decimals].map((data) => ({ to, data })),
      );
      const results = await ask(asked);
      return addresses.map((address, at) => {
        const places = number(results[at * 3 + 2]);
        return {
          address,
          name: text(results[at * 3]),
          symbol: text(results[at * 3 + 1]),
          decimals: places === undefined || places > MAX_DECIMALS ? null : Number(places),
        };
      });
    },
    /** Where the metadata of NFTs lies; null where the contract does not tell. */
    async uris(
      nfts: readonly { readonly collection: Hex; readonly tokenId: bigint }[],
    ): Promise<(string | null)[]> {
      const results = await ask(
        nfts.map(({ collection, tokenId }) => ({
          to: collection,
          data: `${SELECTOR.tokenUri}${word(tokenId)}`,
        })),
      );
      return results.map(text);
    },
  };
}

function word(value: bigint): string {
  return value.toString(16).padStart(WORD, "0");
}

function digitsOf(result: RpcResult | undefined): string {
  return result?.ok && typeof result.value === "string" ? result.value.slice(2) : "";
}

function number(result: RpcResult | undefined): bigint | undefined {
  const digits = digitsOf(result).slice(0, WORD);
  return digits.length === WORD ? BigInt(`0x${digits}`) : undefined;
}

/** A string of the ABI, or 32 bytes that end in zeros, as old tokens answer. */
function text(result: RpcResult | undefined): string | null {
  const digits = digitsOf(result);
  if (digits.length === WORD) {
    return printable(digits.replace(/(?:00)+$/, ""));
  }
  if (digits.length < 2 * WORD) {
    return null;
  }
  const length = Number(BigInt(`0x${digits.slice(WORD, 2 * WORD)}`));
  const bytes = digits.slice(2 * WORD, 2 * WORD + length * 2);
  return length * 2 === bytes.length ? printable(bytes) : null;
}

function printable(digits: string): string | null {
  const bytes = Buffer.from(digits, "hex");
  try {
    const decoded = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return decoded.replaceAll("\0", "");
  } catch {
    return null;
  }
}
