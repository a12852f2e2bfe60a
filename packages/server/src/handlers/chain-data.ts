import type { ChainDataOperations } from "@chainkit/chain-data";
import type { Hex } from "../chain/records.ts";
import type { Handlers } from "../http/handlers.ts";
import { invalid, notFound } from "../http/http-error.ts";
import type { ChainReader } from "../store/chain-store.ts";
import { chainDataBlock } from "./block.ts";
import { chainOf } from "./chains.ts";
import { chainDataNft } from "./nft.ts";
import { chainDataTransaction } from "./transaction.ts";

const UINT256_END = 2n ** 256n;

/** Creates the handlers of the chain-data area. */
export function chainDataHandlers(
  chains: ReadonlyMap<string, ChainReader>,
): Handlers<ChainDataOperations> {
  return {
    async getTransaction({ chain_name, transaction_hash }) {
      const transaction = await chainOf(chains, chain_name).getTransaction(hex(transaction_hash));
      if (!transaction) {
        throw notFound(`${chain_name} has no such transaction.`);
      }
      return { transaction: chainDataTransaction(transaction) };
    },
    async getBlock({ chain_name, block_number }) {
      const chain = chainOf(chains, chain_name);
      const isLatest = block_number === "latest";
      const number = Number(block_number);
      const known = isLatest
        ? await chain.getLatestBlock()
        : Number.isSafeInteger(number)
          ? await chain.getBlock(number)
          : undefined;
      if (!known) {
        const what = isLatest ? "block" : `block ${shorten(block_number)}`;
        throw notFound(`${chain_name} has no ${what} yet.`);
      }
      return { block: chainDataBlock(known) };
    },
    async getNft({ chain_name, collection_address, token_id }) {
      const chain = chainOf(chains, chain_name);
      const nft = await chain.getNft(hex(collection_address), readTokenId(token_id));
      if (!nft) {
        throw notFound(`The collection has no token ${token_id}.`);
      }
      return { nft: chainDataNft(nft) };
    },
  };
}

function readTokenId(text: string): bigint {
  // Length first: parsing a very long number is slow.
  const id = /^\d{1,100}$/.test(text) ? BigInt(text) : UINT256_END;
  if (id >= UINT256_END) {
    const reason = "must be a decimal number of at most 256 bits";
    throw invalid([{ parameter: "token_id", reason }]);
  }
  return id;
}

/** The store holds hexadecimal digits in lower case. */
function hex(text: string): Hex {
  return text.toLowerCase() as Hex;
}

function shorten(digits: string): string {
  return digits.length > 20 ? `${digits.slice(0, 20)}…` : digits;
}
