import { createHash } from "node:crypto";
import type { BlockChange, BlockName, Hex, TransactionRecord } from "@chainkit/server/workspace";

/** Transactions per block. */
export const PER_BLOCK = 200;
/** Bytes of input of each transaction. */
const INPUT_BYTES = 209;
const ADDRESSES = 1_000_000;
/** Share of transactions that are sent to the hottest address. */
const HOT_SHARE = 0.14;
const NONE = { contractAddress: null, l1Fee: null, l1FeeScalar: null };
const GWEI = 10n ** 9n;

/** Pseudorandom bytes, the same in each run. */
function bytes(seed: string, length: number): Hex {
  const parts: string[] = [];
  for (let at = 0; parts.length * 64 < length * 2; at++) {
    parts.push(createHash("sha256").update(`${seed} ${at}`).digest("hex"));
  }
  return `0x${parts.join("").slice(0, length * 2)}`;
}

/** Address that takes part in more transactions than any other. */
export const HOTTEST: Hex = bytes("hottest", 20);

/** Name of a synthetic block. @param fork Distinguishes blocks of the same number. */
export const nameOf = (number: number, fork = 0): BlockName => ({
  number,
  hash: bytes(`block ${number} ${fork}`, 32),
});

/** Hash of a transaction. */
export const hashOf = (number: number, index: number): Hex => bytes(`tx ${number} ${index}`, 32);

const addressOf = (of: number): Hex => bytes(`address ${(of * 7_919) % ADDRESSES}`, 20);

/** Sender of a transaction, who takes part in few others. */
export const senderOf = (number: number, index: number): Hex =>
  addressOf((number * PER_BLOCK + index) * 2);

/** A synthetic block: transfers between a million addresses, of which one is hot. */
export function blockOf(number: number, fork = 0, perBlock = PER_BLOCK): BlockChange {
  const { hash } = nameOf(number, fork);
  const timestamp = 1_700_000_000 + 2 * number;
  const records = Array.from({ length: perBlock }, (_, index): TransactionRecord => {
    const count = number * perBlock + index;
    const isHot = (count * 31) % 100 < HOT_SHARE * 100;
    return {
      ...{ hash: hashOf(number, index), blockHash: hash, blockNumber: number, index },
      ...{ blockTimestamp: timestamp, type: 2, from: addressOf(count * 2) },
      ...{ to: isHot ? HOTTEST : addressOf(count * 2 + 1), nonce: String(count % 1_000) },
      ...{ gas: "90000", gasPrice: String(30n * GWEI + BigInt(index)), status: 1 },
      ...{ maxFeePerGas: String(60n * GWEI), maxPriorityFeePerGas: String(GWEI) },
      ...{ value: String(BigInt(count) * 10n ** 15n), input: bytes(`input ${count}`, INPUT_BYTES) },
      ...{ gasUsed: "51234", cumulativeGasUsed: String(51_234 * (index + 1)), ...NONE },
      ...{ effectiveGasPrice: String(30n * GWEI), l1GasPrice: null, l1GasUsed: null },
    };
  });
  const block = {
    ...{ number, hash, parentHash: nameOf(number - 1).hash, timestamp, nonce: "0x0" },
    ...{ sha3Uncles: hash, logsBloom: `0x${"00".repeat(256)}`, transactionsRoot: hash },
    ...{ stateRoot: hash, receiptsRoot: hash, miner: addressOf(number), difficulty: "0" },
    ...{ totalDifficulty: "0", extraData: "0x", size: "90000", gasLimit: "30000000" },
    ...{ gasUsed: "10000000", baseFeePerGas: "1000000000", transactionCount: perBlock },
  };
  return {
    block: block as unknown as BlockChange["block"],
    transactions: records.map((record) => ({
      record,
      participants: [record.from, record.to as Hex],
    })),
    nftTransfers: [],
    touched: [],
  };
}
