import { expect } from "vitest";
import type {
  RpcBlock,
  RpcBlockWithReceipts,
  RpcReceipt,
  RpcTransaction,
} from "../../src/chain/rpc-types.ts";
import type { TestService } from "./support.ts";
import { sampled } from "./thorough.ts";

export type Differences = Readonly<Record<string, unknown>>;

const decimal = (hex: string | null | undefined) => (hex == null ? null : String(BigInt(hex)));
const time = (hex: string) => new Date(Number(hex) * 1000).toISOString().replace(".000", "");

/** The expected response of /v2 for a block of a node. */
export function expectedBlock(block: RpcBlock) {
  return {
    base_fee_per_gas: decimal(block.baseFeePerGas),
    difficulty: decimal(block.difficulty),
    extra_data: block.extraData,
    gas_limit: decimal(block.gasLimit),
    gas_used: decimal(block.gasUsed),
    hash: block.hash,
    logs_bloom: block.logsBloom,
    miner: block.miner,
    nonce: block.nonce,
    number: Number(block.number),
    parent_hash: block.parentHash,
    receipt_root: block.receiptsRoot,
    sha3_uncles: block.sha3Uncles,
    size: Number(block.size),
    state_root: block.stateRoot,
    timestamp: time(block.timestamp),
    total_difficulty: decimal(block.totalDifficulty),
    transaction_count: block.transactions.length,
    transactions_root: block.transactionsRoot,
    withdrawals_root: block.withdrawalsRoot ?? null,
  };
}

/** The expected response of /v2 for a transaction of a node. */
export function expectedTransaction(block: RpcBlock, raw: RpcTransaction, receipt: RpcReceipt) {
  return {
    ...common(block, raw),
    contract_address: receipt.contractAddress ?? null,
    cumulative_gas_used: decimal(receipt.cumulativeGasUsed),
    effective_gas_price: decimal(receipt.effectiveGasPrice),
    gas_used: decimal(receipt.gasUsed),
    l1_fee: decimal(receipt.l1Fee),
    l1_fee_scalar: receipt.l1FeeScalar ?? null,
    l1_gas_price: decimal(receipt.l1GasPrice),
    l1_gas_used: decimal(receipt.l1GasUsed),
    status: receipt.status == null ? null : Number(receipt.status),
    // JavaScript reads a decimal text as the nearest double there is.
    value: Number(`${BigInt(raw.value)}e-18`),
    value_raw: decimal(raw.value),
  };
}

/** The expected transaction of a listing; `decoded` is tested elsewhere. */
function expectedListed(block: RpcBlock, raw: RpcTransaction) {
  return {
    ...common(block, raw),
    decoded: expect.toSatisfy(isTextOrNull),
    value: decimal(raw.value),
  };
}

const isTextOrNull = (value: unknown) => value === null || typeof value === "string";

function common(block: RpcBlock, raw: RpcTransaction) {
  return {
    block_hash: block.hash,
    block_number: Number(block.number),
    block_timestamp: time(block.timestamp),
    from_address: raw.from,
    gas: decimal(raw.gas),
    gas_price: decimal(raw.gasPrice),
    input: raw.input,
    max_fee_per_gas: decimal(raw.maxFeePerGas),
    max_priority_fee_per_gas: decimal(raw.maxPriorityFeePerGas),
    nonce: decimal(raw.nonce),
    to_address: raw.to ?? null,
    transaction_hash: raw.hash,
    transaction_index: Number(raw.transactionIndex),
    transaction_type: Number(raw.type ?? "0x0"),
  };
}

/** Transactions of which each is requested singly. */
const FEW = 10;

/**
 * Requests a block and its transactions, listed and every third of many also singly, and compares every field; each
 * night, all of them singly.
 */
export async function expectServed(
  service: TestService,
  chain: string,
  { block, receipts }: RpcBlockWithReceipts,
  differences: {
    readonly block?: Differences;
    readonly [hash: string]: Differences | undefined;
  } = {},
): Promise<void> {
  const number = Number(block.number);
  const { body } = await service.get(`/v2/${chain}/blocks/${number}`);
  expect(body.block).toEqual({ ...expectedBlock(block), ...differences.block });
  const entries = [...block.transactions.entries()];
  for (const [at, raw] of entries.length > FEW ? sampled(entries, 3) : entries) {
    const path = `/v2/${chain}/transactions/${raw.hash.toUpperCase().replace("0X", "0x")}`;
    const { transaction } = (await service.get(path)).body;
    const expected = expectedTransaction(block, raw, receipts[at] as RpcReceipt);
    expect(transaction).toEqual({ ...expected, ...differences[raw.hash] });
  }
  const listed: unknown[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor && `?cursor=${encodeURIComponent(cursor)}`;
    const page = (await service.get(`/${chain}/v1/block/${number}/transactions${query}`)).body;
    listed.push(...page.transactions);
    cursor = page.cursor;
  }
  const all = block.transactions.map((raw) => {
    const expected: Record<string, unknown> = expectedListed(block, raw);
    const different = Object.entries(differences[raw.hash] ?? {});
    return { ...expected, ...Object.fromEntries(different.filter(([name]) => name in expected)) };
  });
  expect(listed).toEqual(all.reverse());
}
