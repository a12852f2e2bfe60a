import type { ChainDataOperations } from "@chainkit/chain-data";
import type { BlockRecord, Hex, TransactionRecord } from "../chain/records.ts";
import { Cacheable, type Lifetime } from "../http/cacheable.ts";
import type { Handlers } from "../http/handlers.ts";
import { invalid, notFound } from "../http/http-error.ts";
import type { ChainReader, TransactionPlace } from "../store/chain-reader.ts";
import { chainDataBlock } from "./block.ts";
import { type Chains, chainOf } from "./chains.ts";
import { changing, lifetimeOf, type ReadFinal } from "./finality.ts";
import { chainDataNft } from "./nft.ts";
import { renderedOnce } from "./rendered.ts";
import { chainDataTransaction } from "./transaction.ts";

const renderTransaction = renderedOnce((record: TransactionRecord) => ({
  transaction: chainDataTransaction(record),
}));
const renderBlock = renderedOnce((record: BlockRecord) => ({ block: chainDataBlock(record) }));

const UINT256_END = 2n ** 256n;

/** Creates the handlers of the chain-data area. */
export function chainDataHandlers(
  chains: Chains<ChainReader>,
  readFinal: (chain: string) => ReadFinal,
): Handlers<ChainDataOperations> {
  return {
    getTransaction({ chain_name, transaction_hash }) {
      const chain = chainOf(chains, chain_name);
      const hash = hex(transaction_hash);
      const versionOf = ({ blockNumber, index, blockHash }: TransactionPlace, final: number) => ({
        lifetime: lifetimeOf(blockNumber, final),
        tag: `${index}.${blockHash}`,
      });
      const read = async () => {
        const final = await readFinal(chain_name)();
        const found = await chain.getTransaction(hash);
        if (!found) {
          throw notFound(`${chain_name} has no such transaction.`);
        }
        return { ...versionOf(found, final), render: () => renderTransaction(found) };
      };
      const version = async () => {
        const final = await readFinal(chain_name)();
        const place = await chain.transactionPlace(hash);
        return place && versionOf(place, final);
      };
      return new Cacheable(read, version, chain.revision);
    },
    async getBlock({ chain_name, block_number }) {
      const chain = chainOf(chains, chain_name);
      const number = Number(block_number);
      const unknown = (what: string) => notFound(`${chain_name} has no ${what} yet.`);
      if (block_number === "latest") {
        const readLatest = async () => {
          const latest = await chain.getLatestBlock();
          if (!latest) {
            throw unknown("block");
          }
          return versioned("recent", latest);
        };
        const version = async () => ({
          lifetime: "recent" as const,
          tag: (await chain.tip())?.hash,
        });
        return new Cacheable(readLatest, version, chain.revision);
      }
      if (!Number.isSafeInteger(number)) {
        throw unknown(`block ${shorten(block_number)}`);
      }
      const lifetime = lifetimeOf(number, await readFinal(chain_name)());
      return new Cacheable(
        async () => {
          const block = await chain.getBlock(number);
          if (!block) {
            throw unknown(`block ${shorten(block_number)}`);
          }
          return versioned(lifetime, block);
        },
        async () => ({ lifetime, tag: await chain.blockHash(number) }),
        chain.revision,
      );
    },
    getNft({ chain_name, collection_address, token_id }) {
      const chain = chainOf(chains, chain_name);
      const id = readTokenId(token_id);
      return changing(async () => {
        const nft = await chain.getNft(hex(collection_address), id);
        if (!nft) {
          throw notFound(`The collection has no token ${token_id}.`);
        }
        return { data: { nft: chainDataNft(nft) } };
      }, chain.revision);
    },
  };
}

function versioned(lifetime: Lifetime, block: BlockRecord) {
  return { lifetime, tag: block.hash, render: () => renderBlock(block) };
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

function shorten(digits: string): string {
  return digits.length > 20 ? `${digits.slice(0, 20)}…` : digits;
}
