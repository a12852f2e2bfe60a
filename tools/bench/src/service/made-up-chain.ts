import { createHash } from "node:crypto";
import {
  type BlockChange,
  type BlockName,
  type ChainWriter,
  formatMetadata,
  type Hex,
  openWriter,
  type StoreLocation,
  type TransactionRecord,
} from "@chainkit/server/workspace";

/** Transactions of a block: a full page, each of other addresses. */
export const PER_PAGE = 100;
/** Tokens of a wallet of each kind: half a page. */
const HOLDINGS = 50;
/** Bytes of input of each transaction. */
const INPUT_BYTES = 209;
const ADDRESSES = 1_000_000;
const NO_ROLLUP = { l1Fee: null, l1FeeScalar: null, l1GasPrice: null, l1GasUsed: null };
const GWEI = 10n ** 9n;
const ZERO: Hex = `0x${"0".repeat(40)}`;

/** Pseudorandom bytes, the same in each run. */
const bytes = (seed: string, outputLength: number): Hex =>
  `0x${createHash("shake256", { outputLength }).update(seed).digest("hex")}`;

const nameOf = (number: number): BlockName => ({ number, hash: bytes(`block ${number}`, 32) });

/** Hash of a transaction. */
export const hashOf = (number: number, index: number): Hex => bytes(`tx ${number} ${index}`, 32);

const accountOf = (at: number): Hex => bytes(`address ${(at * 7_919) % ADDRESSES}`, 20);

const addressOf = (kind: string, at: number): Hex =>
  `0x${Buffer.from(`${kind}${at}`).toString("hex").padStart(40, "0")}`;

/** A wallet with tokens; each has others. */
export const walletOf = (at: number): Hex => addressOf("wallet", at);
/** The NFTs of a wallet are its own collection. */
export const collectionOf = (wallet: number): Hex => addressOf("nft", wallet);
const tokenOf = (at: number): Hex => addressOf("erc20", at);

/** Writes a made-up chain of blocks of 100 transactions, and of as many wallets with tokens and NFTs. */
export async function writeWallets(location: StoreLocation, count: number): Promise<void> {
  const writer = await openWriter(location, { undoBlocks: 64 });
  try {
    for (let number = 1; number <= count; number += 1) {
      await addWallet(writer, number);
    }
  } finally {
    await writer.close();
  }
}

/** Adds a block, and a wallet with tokens and NFTs as of that block. */
export async function addWallet(
  writer: Pick<ChainWriter, "addBlocks" | "settle">,
  number: number,
): Promise<void> {
  const owner = walletOf(number);
  const collection = collectionOf(number);
  const range = Array.from({ length: HOLDINGS }, (_, at) => at);
  const block = {
    ...blockOf(number),
    nftTransfers: range.map((at) => {
      return { collection, tokenId: BigInt(at), from: ZERO, to: owner, logIndex: at };
    }),
    touched: range.map((at) => ({ owner, token: tokenOf(at) })),
  };
  const before = number === 1 ? undefined : nameOf(number - 1);
  if (!(await writer.addBlocks([block], before))) {
    throw new Error(`block ${number} does not follow`);
  }
  const erc20 = { decimals: 18, standard: null, isErc20: true, isErc721: false } as const;
  const erc721 = { decimals: null, standard: "ERC721", isErc20: false, isErc721: true } as const;
  const none = { description: null, externalUrl: null, attributes: null };
  await writer.settle(nameOf(number), {
    tokens: [
      ...range.map((at) => {
        return { address: tokenOf(at), name: `Made-up token ${at}`, symbol: `MU${at}`, ...erc20 };
      }),
      { address: collection, name: "Made-up NFTs", symbol: "MUN", ...erc721 },
    ],
    balances: range.map((at) => ({ owner, token: tokenOf(at), raw: 10n ** 18n + BigInt(at) })),
    nfts: range.map((at) => ({
      collection,
      tokenId: BigInt(at),
      uri: `ipfs://made-up/${number}/${at}.json`,
      metadata: formatMetadata({ name: `NFT ${at}`, image: "ipfs://made-up.png", ...none }),
      isDue: false,
    })),
  });
}

/** A block of transactions between a million addresses. */
function blockOf(number: number): BlockChange {
  const { hash } = nameOf(number);
  const timestamp = 1_700_000_000 + 2 * number;
  const transactions = Array.from({ length: PER_PAGE }, (_, index): TransactionRecord => {
    const count = number * PER_PAGE + index;
    return {
      hash: hashOf(number, index),
      blockHash: hash,
      blockNumber: number,
      index,
      blockTimestamp: timestamp,
      type: 2,
      from: accountOf(count * 2),
      to: accountOf(count * 2 + 1),
      nonce: String(count % 1_000),
      gas: "90000",
      gasPrice: String(30n * GWEI + BigInt(index)),
      status: 1,
      maxFeePerGas: String(60n * GWEI),
      maxPriorityFeePerGas: String(GWEI),
      value: String(BigInt(count) * 10n ** 15n),
      input: bytes(`input ${count}`, INPUT_BYTES),
      gasUsed: "51234",
      cumulativeGasUsed: String(51_234 * (index + 1)),
      effectiveGasPrice: String(30n * GWEI),
      contractAddress: null,
      ...NO_ROLLUP,
    };
  });
  const block = {
    number,
    hash,
    parentHash: nameOf(number - 1).hash,
    timestamp,
    nonce: "0x0",
    sha3Uncles: hash,
    logsBloom: `0x${"00".repeat(256)}`,
    transactionsRoot: hash,
    stateRoot: hash,
    receiptsRoot: hash,
    miner: accountOf(number),
    difficulty: "0",
    totalDifficulty: "0",
    extraData: "0x",
    size: "90000",
    gasLimit: "30000000",
    gasUsed: "10000000",
    baseFeePerGas: "1000000000",
    transactionCount: PER_PAGE,
  };
  return {
    block: block as unknown as BlockChange["block"],
    transactions,
    nftTransfers: [],
    nftRanges: [],
    possibleNfts: [],
    unrecognized: [],
    upgraded: [],
    updated: [],
    touched: [],
  };
}
