import type { ChainDataOperations } from "@chainkit/chain-data";
import type { Hex } from "../chain/records.ts";
import { Cacheable } from "../http/caching.ts";
import { invalid, notFound } from "../http/http-error.ts";
import type { Handlers } from "../http/routes.ts";
import { readKnown } from "./coverage.ts";
import { changing, type FindChain, lifetimeOf } from "./finality.ts";
import { chainDataBlock, chainDataNft, chainDataTransaction } from "./shown.ts";

const UINT256_END = 2n ** 256n;

export function chainDataHandlers(findChain: FindChain): Handlers<ChainDataOperations> {
  return {
    getTransaction({ chain_name, transaction_hash }) {
      const { chain, readFinal } = findChain(chain_name);
      const hash = hex(transaction_hash);
      return new Cacheable(async () => {
        const final = await readFinal();
        const what = `such transaction of ${chain_name}`;
        const found = await readKnown(chain, what, (server) => server.getTransaction(hash));
        return {
          lifetime: lifetimeOf(found.blockNumber, final),
          tag: `${found.index}.${found.blockHash}`,
          data: () => ({ transaction: chainDataTransaction(found) }),
        };
      }, chain.revision);
    },
    getBlock({ chain_name, block_number }) {
      const { chain, readFinal } = findChain(chain_name);
      const isLatest = block_number === "latest";
      const number = Number(block_number);
      const what = `block ${isLatest ? "" : `${block_number} `}of ${chain_name}`;
      if (!isLatest && !Number.isSafeInteger(number)) {
        throw notFound(`There is no ${what}.`);
      }
      return new Cacheable(async () => {
        const final = isLatest ? -1 : await readFinal();
        const block = await readKnown(chain, what, (server) =>
          isLatest ? server.getTipBlock() : server.getBlock(number),
        );
        return {
          lifetime: lifetimeOf(block.number, final),
          tag: block.hash,
          data: () => ({ block: chainDataBlock(block) }),
        };
      }, chain.revision);
    },
    getNft({ chain_name, collection_address, token_id }) {
      const { chain } = findChain(chain_name);
      const id = readTokenId(token_id);
      return changing(async () => {
        const collection = hex(collection_address);
        const what = `token ${token_id} of the collection`;
        const scope = { of: "nfts", token: collection } as const;
        const nft = await readKnown(chain, what, (server) => server.getNft(collection, id), scope);
        return { data: { nft: chainDataNft(nft) } };
      }, chain.revision);
    },
  };
}

function readTokenId(text: string): bigint {
  // Length first: parsing a very long number is slow.
  const id = /^(\d{1,100}|0x[\da-f]{1,64})$/i.test(text) ? BigInt(text) : UINT256_END;
  if (id >= UINT256_END) {
    const reason = "must be a number of at most 256 bits, in decimal or, with 0x, in hexadecimal";
    throw invalid([{ parameter: "token_id", reason }]);
  }
  return id;
}

/** The store holds hexadecimal digits in lower case. */
function hex(text: string): Hex {
  return text.toLowerCase() as Hex;
}
