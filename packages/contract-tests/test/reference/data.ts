/** One record in wire format. */
export type Fields = Record<string, unknown>;

/** The chain with all data; the others exist and are empty. */
export const CHAINS = ["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"];

export const NEWEST = 2004;
const OLDEST = 2000;

/** How many transactions each block has, from the oldest on; the last makes a page of 100 overflow. */
const COUNTS = [0, 3, 12, 1, 117];

export const WALLETS = [address(0xa1), address(0xb2), address(0xc3)] as const;
export const COLLECTIONS = [address(0x721a), address(0x721b)] as const;

/** `0x` and a number of hexadecimal digits. */
function hex(value: number, digits: number): string {
  // Letters among the digits, so that their case matters.
  return `0xabc${value.toString(16).padStart(digits - 3, "0")}`;
}

function address(value: number): string {
  return hex(value, 40);
}

function timestamp(number: number): string {
  return new Date(1_700_000_000_000 + number * 12_000).toISOString().replace(".000Z", "Z");
}

/** The blocks of a chain, and all of its transactions, newest first, with the fields of both areas. */
export interface Chain {
  readonly blocks: readonly Fields[];
  readonly transactions: readonly Fields[];
}

/** Creates a chain up to the newest block, by the number of transactions of each block. */
export function createChain(counts: readonly number[]): Chain {
  const oldest = NEWEST - counts.length + 1;
  return {
    blocks: counts.map((count, index) => block(oldest + index, count)),
    transactions: counts
      .flatMap((count, at) =>
        Array.from({ length: count }, (_, index) => transaction(oldest + at, index)),
      )
      .reverse(),
  };
}

function block(number: number, count: number): Fields {
  return {
    base_fee_per_gas: String(7 + (number % 5)),
    difficulty: "0",
    extra_data: "0x",
    gas_limit: "90000000",
    gas_used: String(21_000 * count),
    hash: hex(number, 64),
    logs_bloom: "0x00",
    miner: WALLETS[number % 3],
    nonce: "0x0000000000000000",
    number,
    parent_hash: hex(number - 1, 64),
    receipt_root: hex(number + 1e6, 64),
    sha3_uncles: hex(number + 2e6, 64),
    size: 1000 + count,
    state_root: hex(number + 3e6, 64),
    timestamp: timestamp(number),
    total_difficulty: null,
    transaction_count: count,
    transactions_root: hex(number + 4e6, 64),
    withdrawals_root: null,
  };
}

function transaction(block_number: number, transaction_index: number): Fields {
  const serial = block_number * 1000 + transaction_index;
  const isLegacy = serial % 5 === 0;
  return {
    block_hash: hex(block_number, 64),
    block_number,
    block_timestamp: timestamp(block_number),
    contract_address: null,
    cumulative_gas_used: String(21_000 * (transaction_index + 1)),
    decoded: null,
    effective_gas_price: "12",
    from_address: WALLETS[serial % 2],
    gas: "21000",
    gas_price: "12",
    gas_used: "21000",
    input: "0x",
    l1_fee: null,
    l1_fee_scalar: null,
    l1_gas_price: null,
    l1_gas_used: null,
    max_fee_per_gas: isLegacy ? null : "20",
    max_priority_fee_per_gas: isLegacy ? null : "2",
    nonce: String(serial % 100),
    status: 1,
    to_address: serial % 7 === 0 ? null : WALLETS[(serial + 1) % 3],
    transaction_hash: hex(block_number * 10_000 + transaction_index + 0xbeef0000, 64),
    transaction_index,
    transaction_type: isLegacy ? 0 : 2,
    value: "1500000000000000000",
  };
}

export const { blocks, transactions }: Chain = createChain(COUNTS);

/** The ERC-20 balances of the first wallet. */
export const tokens: readonly Fields[] = createTokens(7);

/** Creates ERC-20 balances. */
export function createTokens(length: number): Fields[] {
  return Array.from({ length }, (_, index) => token(index));
}

function token(index: number): Fields {
  return {
    balance: String(index + 1),
    raw_balance: `${index + 1}000000`,
    contract: {
      address: address(0x2000 + index),
      decimals: index === 3 ? null : 6,
      erc_type: "ERC20",
      logoUri: null,
      name: `Token ${index}`,
      symbol: `T${index}`,
    },
  };
}

/** The NFTs of the first wallet, in two collections. */
export const nfts: readonly Fields[] = Array.from({ length: 8 }, (_, index) => ({
  address: COLLECTIONS[index % 2],
  balance: "1",
  ercType: "ERC721",
  tokenId: String(40 + index),
  tokenUri: index === 0 ? "ipfs://example" : null,
  metadata: {
    attributes: null,
    decimals: 0,
    description: null,
    externalUrl: null,
    imageUri: null,
    mintedBlockNumber: OLDEST,
    mintedTimestamp: timestamp(OLDEST),
    name: `NFT ${index}`,
    symbol: "NFT",
  },
}));
