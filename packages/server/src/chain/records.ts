/** Bytes in hexadecimal, lower case. */
export type Hex = `0x${string}`;

/** An integer of any size, in decimal digits. */
export type Decimal = string;

export interface TransactionPosition {
  readonly blockNumber: number;
  readonly index: number;
}

/** A mined transaction with the fields of its receipt. Amounts are in wei. */
export interface TransactionRecord {
  readonly hash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly blockTimestamp: number;
  readonly index: number;
  readonly type: number;
  readonly from: Hex;
  readonly to: Hex | null;
  /** The contract it created. */
  readonly contractAddress: Hex | null;
  readonly nonce: Decimal;
  readonly gas: Decimal;
  readonly gasPrice: Decimal;
  readonly maxFeePerGas: Decimal | null;
  readonly maxPriorityFeePerGas: Decimal | null;
  readonly value: Decimal;
  readonly input: Hex;
  readonly status: number | null;
  readonly gasUsed: Decimal;
  readonly cumulativeGasUsed: Decimal;
  readonly effectiveGasPrice: Decimal;
  readonly l1Fee: Decimal | null;
  /** A decimal fraction, as nodes format it. */
  readonly l1FeeScalar: string | null;
  readonly l1GasPrice: Decimal | null;
  readonly l1GasUsed: Decimal | null;
}

/** A block header with the size and the number of transactions of the block. */
export interface BlockRecord {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly miner: Hex;
  readonly baseFeePerGas: Decimal | null;
  readonly difficulty: Decimal;
  readonly totalDifficulty: Decimal | null;
  readonly extraData: Hex;
  readonly gasLimit: Decimal;
  readonly gasUsed: Decimal;
  readonly logsBloom: Hex;
  readonly nonce: Hex;
  readonly receiptsRoot: Hex;
  readonly sha3Uncles: Hex;
  readonly size: number;
  readonly stateRoot: Hex;
  readonly transactionsRoot: Hex;
  readonly withdrawalsRoot: Hex | null;
  readonly transactionCount: number;
}

export interface NftRecord {
  readonly collection: Hex;
  readonly tokenId: bigint;
  readonly owner: Hex | null;
  readonly collectionName: string | null;
  readonly symbol: string | null;
  readonly tokenUri: string | null;
  readonly mintBlockNumber: number | null;
  /** Unix seconds. */
  readonly mintTimestamp: number | null;
  /** As stored, see `formatMetadata`; null until it is known. */
  readonly metadata: string | null;
}

/** Metadata of an NFT; null for missing fields. */
export interface NftMetadataRecord {
  readonly name: string | null;
  readonly description: string | null;
  readonly image: string | null;
  readonly externalUrl: string | null;
  readonly attributes: readonly unknown[] | null;
}

export interface Erc20BalanceRecord {
  readonly contract: Hex;
  readonly raw: bigint;
  /** Null if the contract returns none, or an invalid value. */
  readonly decimals: number | null;
  readonly name: string | null;
  readonly symbol: string | null;
}

export const ZERO_ADDRESS: Hex = `0x${"0".repeat(40)}`;

interface TransferLog {
  readonly from: Hex;
  readonly to: Hex;
  readonly logIndex: number;
}

export interface NftTransfer extends NftName, TransferLog {}

/** NFTs with consecutive ids. */
export interface NftIds {
  readonly collection: Hex;
  /** Ids of the first and the last token. */
  readonly first: bigint;
  readonly last: bigint;
}

/** A transfer of NFTs with consecutive ids (ERC-2309). */
export interface NftRange extends NftIds, TransferLog {}

/** An ERC-20 balance that may have changed. */
export interface TouchedPair {
  readonly token: Hex;
  readonly owner: Hex;
}

/** Number and hash of a block. */
export interface BlockName {
  readonly number: number;
  readonly hash: Hex;
}

export interface NftName {
  readonly collection: Hex;
  readonly tokenId: bigint;
}

export interface NftOwner extends NftName {
  readonly owner: Hex;
}

export interface TokenFacts {
  readonly address: Hex;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** NFT standard that the contract claims (ERC-165); null if none. */
  readonly standard: "ERC721" | "ERC1155" | null;
}

/** Properties of a token contract, with what its `ownerOf` says of an NFT that logs show. */
export interface AskedToken extends TokenFacts {
  /** Whether it has the owner that logs show; false if they show no NFT. */
  readonly ownsNfts: boolean;
}

/** Balance of a pair, as returned by the contract. */
export interface PairBalance extends TouchedPair {
  readonly raw: bigint;
}
