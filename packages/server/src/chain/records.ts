/** Bytes in hexadecimal, lower case. */
export type Hex = `0x${string}`;

/** A whole number of any size, in decimal digits. */
export type Decimal = string;

/** Where a transaction is in the order of its chain. */
export interface TransactionPosition {
  readonly blockNumber: number;
  readonly index: number;
}

/** A mined transaction with what its receipt says. Amounts are in wei. */
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
  /** A decimal text, as nodes write it. */
  readonly l1FeeScalar: string | null;
  readonly l1GasPrice: Decimal | null;
  readonly l1GasUsed: Decimal | null;
}

/** The header of a block, its size and the number of its transactions. */
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

/** What is known of an NFT. */
export interface NftRecord {
  readonly collection: Hex;
  readonly tokenId: bigint;
  readonly owner: Hex | null;
  /** Label of the token standard. */
  readonly standard: string;
  /** Of the collection. */
  readonly collectionName: string | null;
  readonly symbol: string | null;
  readonly tokenUri: string | null;
  readonly mintBlockNumber: number | null;
  /** Unix seconds. */
  readonly mintTimestamp: number | null;
  /** Null as long as it is not known. */
  readonly metadata: NftMetadataRecord | null;
}

/** What the metadata of an NFT says, as far as it says it. */
export interface NftMetadataRecord {
  readonly name: string | null;
  readonly description: string | null;
  readonly image: string | null;
  readonly externalUrl: string | null;
  readonly attributes: readonly unknown[] | null;
}

/** How much of a token an address holds. */
export interface Erc20BalanceRecord {
  readonly contract: Hex;
  readonly raw: bigint;
  /** Null where the contract does not tell, or tells nonsense. */
  readonly decimals: number | null;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly logoUri: string | null;
}

export const ZERO_ADDRESS: Hex = `0x${"0".repeat(40)}`;

/** A token that changed hands. */
export interface NftTransfer {
  readonly collection: Hex;
  readonly tokenId: bigint;
  readonly from: Hex;
  readonly to: Hex;
  readonly logIndex: number;
}

/** An ERC-20 balance that may have changed. */
export interface TouchedPair {
  readonly token: Hex;
  readonly owner: Hex;
}

/** A block by what names it. */
export interface BlockName {
  readonly number: number;
  readonly hash: Hex;
}

/** An NFT by what names it. */
export interface NftName {
  readonly collection: Hex;
  readonly tokenId: bigint;
}

/** What a token contract tells about itself. */
export interface TokenFacts {
  readonly address: Hex;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** The standard of NFTs that it says it keeps to; null if it says nothing of the kind. */
  readonly standard: "ERC721" | "ERC1155" | null;
}

/** The balance of a pair, as the contract said it. */
export interface PairBalance extends TouchedPair {
  readonly raw: bigint;
}
