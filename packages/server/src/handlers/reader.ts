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

/** What the handlers read of one chain. Nothing here can grow without a limit. */
export interface ChainReader {
  /** The newest block; undefined before the first one. */
  getLatestBlock(): BlockRecord | undefined;
  getBlock(number: number): BlockRecord | undefined;
  getTransaction(hash: Hex): TransactionRecord | undefined;
  getNft(collection: Hex, tokenId: bigint): NftRecord | undefined;

  /** Transactions that an address sent, received, or was created by; newest first. */
  listAddressTransactions(
    address: Hex,
    after: TransactionPosition | undefined,
    limit: number,
  ): readonly TransactionRecord[];
  /** By index, downwards. */
  listBlockTransactions(
    blockNumber: number,
    after: TransactionPosition | undefined,
    limit: number,
  ): readonly TransactionRecord[];
  /** Of the whole chain; newest first. */
  listLatestTransactions(
    after: TransactionPosition | undefined,
    limit: number,
  ): readonly TransactionRecord[];

  /** By contract. Zero balances are left out, except that of a single contract that is asked for. */
  listErc20Balances(
    owner: Hex,
    contract: Hex | undefined,
    after: Hex | undefined,
    limit: number,
  ): readonly Erc20BalanceRecord[];
  /** By collection, then by token id. */
  listErc721Balances(
    owner: Hex,
    collection: Hex | undefined,
    after: { readonly collection: Hex; readonly tokenId: bigint } | undefined,
    limit: number,
  ): readonly NftRecord[];
}
