import type { components as AddressData } from "@chainkit/address-data";
import type { components as ChainData } from "@chainkit/chain-data";
import { membersOf, NO_METADATA, parseMetadata } from "../chain/metadata.ts";
import type {
  BlockRecord,
  Erc20BalanceRecord,
  NftRecord,
  TransactionRecord,
} from "../chain/records.ts";
import { jsonOf } from "../http/caching.ts";

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

export function chainDataNft(record: NftRecord): Required<ChainData["schemas"]["Nft"]> {
  const metadata = parseMetadata(record.metadata ?? NO_METADATA);
  return {
    attributes: metadata.attributes && [...metadata.attributes],
    description: metadata.description,
    external_uri: metadata.externalUrl,
    image_uri: metadata.image,
    // Not available on chain.
    logo: null,
    mint_block_number: record.mintBlockNumber,
    mint_block_timestamp: mintTime(record),
    name: metadata.name ?? record.collectionName,
    owner_address: record.owner,
    standard: STANDARD,
    symbol: record.symbol,
    token_address: record.collection,
    token_id: String(record.tokenId),
    token_uri: record.tokenUri,
  };
}

type Erc721Balance = AddressData["schemas"]["Erc721Balance"];
type MemberOfStored = "name" | "attributes" | "description" | "externalUrl" | "imageUri";
type OtherMetadata = Omit<NonNullable<Erc721Balance["metadata"]>, MemberOfStored>;

/** Formats an NFT in its form in the balances of its owner, as JSON. */
export function erc721Balance(record: NftRecord): string {
  const stored = membersOf(record.metadata ?? NO_METADATA, record.collectionName);
  const others = jsonOf<OtherMetadata>({
    decimals: "0",
    mintedBlockNumber: String(record.mintBlockNumber),
    mintedTimestamp: JSON.stringify(mintTime(record)),
    symbol: JSON.stringify(record.symbol),
  });
  return jsonOf<Erc721Balance>({
    address: `"${record.collection}"`,
    balance: '"1"',
    ercType: `"${STANDARD}"`,
    tokenId: `"${record.tokenId}"`,
    tokenUri: JSON.stringify(record.tokenUri),
    metadata: `{${stored},${others.slice(1)}`,
  });
}

/** Formats an ERC-20 balance as JSON. */
export function erc20Balance(record: Erc20BalanceRecord): string {
  const { contract, raw, decimals, name, symbol } = record;
  const shownContract = jsonOf<AddressData["schemas"]["Erc20Contract"]>({
    address: `"${contract}"`,
    decimals: String(decimals),
    erc_type: '"ERC20"',
    // Not available on chain.
    logoUri: "null",
    name: JSON.stringify(name),
    symbol: JSON.stringify(symbol),
  });
  return jsonOf<AddressData["schemas"]["Erc20Balance"]>({
    // Without decimals, only the smallest unit is known.
    balance: `"${decimalText(raw, decimals ?? 0)}"`,
    raw_balance: `"${raw}"`,
    contract: shownContract,
  });
}

function mintTime({ mintTimestamp }: NftRecord): string | null {
  return mintTimestamp === null ? null : isoTime(mintTimestamp);
}

const WEI_DIGITS = 18;

/**
 * Formats an amount in whole units, exact, without trailing zeros or exponent.
 *
 * @param raw Amount in the smallest unit.
 * @param decimals Decimal places of the unit.
 * @example
 * decimalText(1500n, 3); // "1.5"
 */
export function decimalText(raw: bigint, decimals: number): string {
  const digits = String(raw).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits.endsWith("0", end)) {
    end -= 1;
  }
  const whole = digits.slice(0, point);
  return end > point ? `${whole}.${digits.slice(point, end)}` : whole;
}

/** Converts wei into native tokens, rounded to the nearest JSON number. */
export function nativeTokens(wei: bigint): number {
  // Via the decimal text: dividing two doubles would round twice.
  return Number(decimalText(wei, WEI_DIGITS));
}

/** The last timestamp and its text: rows of a page often share their block (bench: 100 transactions). */
let last = { unixSeconds: Number.NaN, text: "" };

/** Formats a block timestamp as ISO 8601. @param unixSeconds Timestamp of the header. */
function isoTime(unixSeconds: number): string {
  if (unixSeconds !== last.unixSeconds) {
    const text = `${new Date(unixSeconds * 1000).toISOString().slice(0, -".000Z".length)}Z`;
    last = { unixSeconds, text };
  }
  return last.text;
}
