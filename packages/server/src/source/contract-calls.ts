import { encodeWord } from "../chain/abi.ts";
import type {
  BlockName,
  Hex,
  NftName,
  PairBalance,
  TokenFacts,
  TouchedPair,
} from "../chain/records.ts";
import { readNumber, readText } from "./abi.ts";
import { ethCalls } from "./eth-call.ts";
import type { RpcClient } from "./json-rpc.ts";

const BALANCE_OF = "0x70a08231";
const TOKEN_URI = "0xc87b56dd";
const SUPPORTS_INTERFACE = "0x01ffc9a7";
/** What every token is asked, in this order. */
const QUESTIONS: readonly Hex[] = [
  ...(["0x06fdde03", "0x95d89b41", "0x313ce567"] as const),
  ...["80ac58cd", "d9b67a26", "ffffffff"].map(
    (id): Hex => `${SUPPORTS_INTERFACE}${id.padEnd(64, "0")}`,
  ),
];

/** Far more than any token needs; one that would burn more must not hold up all the others. */
const GAS = "0xf4240";
/** Some contracts draw an image to answer what the metadata of an NFT is. */
const URI_GAS = "0x1c9c380";
/** A token with more places than this counts as one that does not tell. */
const MAX_DECIMALS = 255n;
const MAX_NAME_BYTES = 1_024;
const MAX_URI_BYTES = 262_144;

/**
 * Asks contracts, all as of one block. Each method throws StateMissing if the node does not have the
 * state of the block, and Error if it does not answer.
 */
export function contractCalls(rpc: RpcClient, block: BlockName) {
  const ask = ethCalls(rpc, block);

  return {
    /**
     * Balances of pairs. A contract that refuses, fails, returns less than a number, or is none, has
     * no balances: they are zero.
     */
    async balances(pairs: readonly TouchedPair[]): Promise<PairBalance[]> {
      const answers = await ask(
        pairs.map(({ token, owner }) => ({
          to: token,
          data: `${BALANCE_OF}${encodeWord(BigInt(owner))}`,
          gas: GAS,
        })),
      );
      return pairs.map(({ token, owner }, at) => ({
        token,
        owner,
        raw: readNumber(answers[at] ?? "0x") ?? 0n,
      }));
    },
    /** What contracts tell about themselves; null where they do not. */
    async tokens(addresses: readonly Hex[]): Promise<TokenFacts[]> {
      const answers = await ask(
        addresses.flatMap((to) => QUESTIONS.map((data) => ({ to, data, gas: GAS }))),
      );
      return addresses.map((address, at) => {
        const start = at * QUESTIONS.length;
        return tokenFacts(address, answers.slice(start, start + QUESTIONS.length));
      });
    },
    /** Where the metadata of NFTs lies; null where the contract does not tell. */
    async uris(nfts: readonly NftName[]): Promise<(string | null)[]> {
      const answers = await ask(
        nfts.map(({ collection, tokenId }) => ({
          to: collection,
          data: `${TOKEN_URI}${encodeWord(tokenId)}`,
          gas: URI_GAS,
        })),
      );
      return answers.map((answer) => readText(answer, MAX_URI_BYTES));
    },
  };
}

function tokenFacts(address: Hex, answers: readonly Hex[]): TokenFacts {
  const [name, symbol, decimals, erc721, erc1155, anything] = answers as [
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
  ];
  const places = readNumber(decimals);
  const says = (answer: Hex) => readNumber(answer) === 1n;
  // ERC-165 has one interface that nobody may claim: who says yes to that says yes to anything.
  const claims = !says(anything);
  return {
    address,
    name: readText(name, MAX_NAME_BYTES),
    symbol: readText(symbol, MAX_NAME_BYTES),
    decimals: places === undefined || places > MAX_DECIMALS ? null : Number(places),
    standard: claims && says(erc721) ? "ERC721" : claims && says(erc1155) ? "ERC1155" : null,
  };
}
