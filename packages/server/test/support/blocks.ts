import { encodeWord } from "../../src/chain/abi.ts";
import type { BlockName, BlockRecord, Hex, TransactionRecord } from "../../src/chain/records.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";

/** A made-up hash. */
export const word = (number: number): Hex => `0x${encodeWord(BigInt(number))}`;
/** A made-up address. */
export const address = (number: number): Hex => `0x${number.toString(16).padStart(40, "0")}`;
/** A made-up block of this number; each fork has another one. */
export const name = (number: number, fork = 0): BlockName => ({
  number,
  hash: word(number * 10 + fork),
});

/** Bytes that no list of a test reaches. */
export const ANY_SIZE = Number.MAX_SAFE_INTEGER;

/** Events of a block without any. */
export const NO_EVENTS = {
  ...{
    nftTransfers: [],
    nftRanges: [],
    touched: [],
    possibleNfts: [],
    unrecognized: [],
    upgraded: [],
    updated: [],
  },
} satisfies Partial<BlockChange>;

/** Results of contracts without any. */
export const NO_RESULTS = { tokens: [], balances: [], nfts: [] } as const;

/** Fields of a block that no test is about. */
const HEADER = {
  ...{ parentHash: word(1), miner: address(3), baseFeePerGas: null, difficulty: "0" },
  ...{ totalDifficulty: null, extraData: "0x", gasLimit: "0", gasUsed: "0", logsBloom: "0x" },
  ...{ nonce: "0x", receiptsRoot: word(2), sha3Uncles: word(3), size: 1, stateRoot: word(4) },
  ...{ transactionsRoot: word(5), withdrawalsRoot: null },
} satisfies Partial<BlockRecord>;

/** The addresses that take part in a transaction. */
export const participants = ({ from, to, contractAddress }: TransactionRecord): Hex[] =>
  [from, to, contractAddress].filter((address) => address !== null);

/** A block with so many transactions, all of them of one sender. */
export function blockOf({ number, hash }: BlockName, count = 0): BlockChange {
  const records = Array.from({ length: count }, (_, index) => ({
    ...{ hash: word(Number(hash) * 1_000 + index), blockHash: hash, blockNumber: number },
    ...{ blockTimestamp: number, index, type: 2, from: address(1), to: address(2 + index) },
    ...{ contractAddress: null, nonce: "0", gas: "0", gasPrice: "0", maxFeePerGas: null },
    ...{ maxPriorityFeePerGas: null, value: "7", input: "0x1234", status: 1, gasUsed: "0" },
    ...{ cumulativeGasUsed: "0", effectiveGasPrice: "0", l1Fee: null, l1FeeScalar: null },
    ...{ l1GasPrice: null, l1GasUsed: null },
  })) satisfies TransactionRecord[];
  return {
    block: { ...HEADER, number, hash, timestamp: number, transactionCount: count },
    transactions: records,
    ...NO_EVENTS,
    touched: [{ owner: address(1), token: address(9) }],
  };
}

/** Who has the NFTs of `mintDue`. */
export const NFT_OWNER = address(7);

/** Adds a block with NFTs whose metadata are due: of each collection, from address 100 on, one per URI, from id 0 on. */
export async function mintDue(
  store: ChainWriter,
  ...collections: readonly (readonly string[])[]
): Promise<void> {
  const nfts = collections.flatMap((uris, at) =>
    uris.map((uri, id) => ({
      ...{ collection: address(100 + at), tokenId: BigInt(id), uri, metadata: null, isDue: true },
    })),
  );
  const nftTransfers = nfts.map(({ collection, tokenId }, logIndex) => ({
    ...{ collection, tokenId, logIndex, from: address(0), to: NFT_OWNER },
  }));
  await store.addBlocks([{ ...blockOf(name(1)), touched: [], nftTransfers }], undefined);
  await store.settle(name(1), { ...NO_RESULTS, nfts });
}
