import type { components as AddressData } from "@chainkit/address-data";
import type { components as ChainData } from "@chainkit/chain-data";
import type { BlockRecord, NftRecord, TransactionRecord } from "../chain/records.ts";
import { isoTime, nativeTokens } from "./amounts.ts";

/** Converts a transaction into its /v2 form. */
export function chainDataTransaction(
  record: TransactionRecord,
): Required<ChainData["schemas"]["Transaction"]> {
  return {
    ...common(record),
    contract_address: record.contractAddress,
    cumulative_gas_used: record.cumulativeGasUsed,
    effective_gas_price: record.effectiveGasPrice,
    gas_used: record.gasUsed,
    l1_fee: record.l1Fee,
    l1_fee_scalar: record.l1FeeScalar,
    l1_gas_price: record.l1GasPrice,
    l1_gas_used: record.l1GasUsed,
    status: record.status,
    value: nativeTokens(BigInt(record.value)),
    value_raw: record.value,
  };
}

/** Converts a transaction into its form in listings. */
export function addressDataTransaction(
  record: TransactionRecord,
  decoded: string | null,
): Required<AddressData["schemas"]["Transaction"]> {
  return { ...common(record), decoded, value: record.value };
}

function common(record: TransactionRecord) {
  return {
    block_hash: record.blockHash,
    block_number: record.blockNumber,
    block_timestamp: isoTime(record.blockTimestamp),
    from_address: record.from,
    gas: record.gas,
    gas_price: record.gasPrice,
    input: record.input,
    max_fee_per_gas: record.maxFeePerGas,
    max_priority_fee_per_gas: record.maxPriorityFeePerGas,
    nonce: record.nonce,
    to_address: record.to,
    transaction_hash: record.hash,
    transaction_index: record.index,
    transaction_type: record.type,
  };
}

/** Converts a block into its /v2 form. */
export function chainDataBlock(record: BlockRecord): Required<ChainData["schemas"]["Block"]> {
  return {
    base_fee_per_gas: record.baseFeePerGas,
    difficulty: record.difficulty,
    extra_data: record.extraData,
    gas_limit: record.gasLimit,
    gas_used: record.gasUsed,
    hash: record.hash,
    logs_bloom: record.logsBloom,
    miner: record.miner,
    nonce: record.nonce,
    number: record.number,
    parent_hash: record.parentHash,
    receipt_root: record.receiptsRoot,
    sha3_uncles: record.sha3Uncles,
    size: record.size,
    state_root: record.stateRoot,
    timestamp: isoTime(record.timestamp),
    total_difficulty: record.totalDifficulty,
    transaction_count: record.transactionCount,
    transactions_root: record.transactionsRoot,
    withdrawals_root: record.withdrawalsRoot,
  };
}

/** Token standard of all NFTs that the store returns. */
const STANDARD = "ERC721";

/** Converts an NFT into its /v2 form. */
export function chainDataNft(record: NftRecord): Required<ChainData["schemas"]["Nft"]> {
  const { metadata } = record;
  return {
    attributes: metadata?.attributes ? [...metadata.attributes] : null,
    description: metadata?.description ?? null,
    external_uri: metadata?.externalUrl ?? null,
    image_uri: metadata?.image ?? null,
    // Not available on chain.
    logo: null,
    mint_block_number: record.mintBlockNumber,
    mint_block_timestamp: mintTime(record),
    name: metadata?.name ?? record.collectionName,
    owner_address: record.owner,
    standard: STANDARD,
    symbol: record.symbol,
    token_address: record.collection,
    token_id: String(record.tokenId),
    token_uri: record.tokenUri,
  };
}

/** Converts an NFT into its form in the balances of its owner. */
export function erc721Balance(
  record: NftRecord,
): Required<AddressData["schemas"]["Erc721Balance"]> {
  const { metadata } = record;
  return {
    address: record.collection,
    balance: "1",
    ercType: STANDARD,
    tokenId: String(record.tokenId),
    tokenUri: record.tokenUri,
    metadata: {
      attributes: metadata?.attributes ? JSON.stringify(metadata.attributes) : null,
      decimals: 0,
      description: metadata?.description ?? null,
      externalUrl: metadata?.externalUrl ?? null,
      imageUri: metadata?.image ?? null,
      mintedBlockNumber: record.mintBlockNumber,
      mintedTimestamp: mintTime(record),
      name: metadata?.name ?? record.collectionName,
      symbol: record.symbol,
    },
  };
}

function mintTime({ mintTimestamp }: NftRecord): string | null {
  return mintTimestamp === null ? null : isoTime(mintTimestamp);
}
