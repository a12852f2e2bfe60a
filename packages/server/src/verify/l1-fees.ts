import { toQuantity } from "../chain/abi.ts";
import { DEPOSIT } from "../chain/block-formats.ts";
import type { RpcBlock, RpcReceipt, RpcTransaction } from "../chain/rpc-types.ts";
import { encodeTransaction, transactionParts } from "./encode.ts";
import { data } from "./rlp.ts";

/** Fields of a receipt on the fee for the parent chain. */
type L1Fees = Pick<RpcReceipt, "l1Fee" | "l1FeeScalar" | "l1GasPrice" | "l1GasUsed">;
/** Computes the fees of an encoded transaction. */
type Formula = (encoded: Uint8Array) => L1Fees;

/** Selectors of the deposit with which each block begins: `setL1BlockValues` by fork. */
const BEDROCK = "015d8eb9";
const PACKED = new Set(["440a5e20", "098999be", "3db6be2b"]);
/** Unix seconds of the Fjord fork on base, which has the selector of the fork before it. */
const FJORD = 1_720_627_201;
/** Gas of a zero byte and of another one. */
const [ZERO, NONZERO] = [4n, 16n];
const MILLION = 1_000_000n;
/** Linear estimate of the compressed size (Fjord), in millionths of a byte. */
const ESTIMATE = { intercept: -42_585_600n, perByte: 836_500n, least: 100_000_000n };

/**
 * Computes the fees for the parent chain from the values that the first deposit of a block sets.
 *
 * @returns A function of a transaction of the block; undefined if the block sets no known values.
 */
export function l1FeesIn(block: RpcBlock): ((transaction: RpcTransaction) => L1Fees) | undefined {
  const formula = formulaOf(block);
  return (
    formula &&
    ((transaction) => {
      const parts = transactionParts(transaction);
      // Deposits are paid for on the parent chain.
      return !parts || parts.type === DEPOSIT ? {} : formula(encodeTransaction(parts));
    })
  );
}

function formulaOf({ transactions, timestamp }: RpcBlock): Formula | undefined {
  const [first] = transactions;
  if (Number(first?.type) !== DEPOSIT) {
    return undefined;
  }
  const digits = data(first?.input);
  const selector = digits.slice(0, 8);
  const number = (at: number, bytes: number) =>
    BigInt(`0x${digits.slice(2 * at, 2 * (at + bytes)) || "0"}`);
  if (selector === BEDROCK) {
    const word = (index: number) => number(4 + 32 * index, 32);
    const [price, scalar] = [word(2), word(7)];
    // Before the Regolith fork, where this deposit used no gas, signatures were counted apart.
    const overhead = word(6) + (first?.isSystemTx ? 68n * NONZERO : 0n);
    const l1FeeScalar = String(Number((Number(scalar) / 1e6).toPrecision(10)));
    return (encoded) => {
      const gas = calldataGas(encoded) + overhead;
      return { ...fees(price, gas, (gas * price * scalar) / MILLION), l1FeeScalar };
    };
  }
  if (!PACKED.has(selector)) {
    return undefined;
  }
  const price = number(36, 32);
  const perByte = 16n * price * number(4, 4) + number(68, 32) * number(8, 4);
  if (Number(timestamp) < FJORD) {
    return (encoded) => {
      const gas = calldataGas(encoded);
      return fees(price, gas, (gas * perByte) / (NONZERO * MILLION));
    };
  }
  return (encoded) => {
    const estimate = ESTIMATE.intercept + ESTIMATE.perByte * BigInt(fastLzLength(encoded));
    const size = estimate < ESTIMATE.least ? ESTIMATE.least : estimate;
    return fees(price, (size * NONZERO) / MILLION, (size * perByte) / (MILLION * MILLION));
  };
}

function fees(price: bigint, gas: bigint, fee: bigint): L1Fees {
  return { l1Fee: toQuantity(fee), l1GasPrice: toQuantity(price), l1GasUsed: toQuantity(gas) };
}

function calldataGas(encoded: Uint8Array): bigint {
  let zeros = 0;
  for (const byte of encoded) {
    zeros += byte === 0 ? 1 : 0;
  }
  return BigInt(zeros) * ZERO + BigInt(encoded.length - zeros) * NONZERO;
}

/** Bytes at the end where no match begins, and those that are never part of one. */
const [TAIL, UNMATCHED] = [13, 4];
const MIN_MATCH = 3;
const MAX_DISTANCE = 0x1fff;
/** Longest run of literals, and longest part of a match, in one instruction. */
const [RUN, PART] = [0x20, 262];

/**
 * Returns the length of data compressed with FastLZ (level 1), by which the OP stack estimates the size
 * of a transaction on the parent chain.
 */
function fastLzLength(bytes: Uint8Array): number {
  const positions = new Uint32Array(MAX_DISTANCE + 1);
  const limit = Math.max(0, bytes.length - TAIL);
  const threeAt = (at: number) =>
    (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
  const slotAt = (at: number) => Math.imul(2_654_435_769, threeAt(at)) >>> 19;
  let length = 0;
  let literals = 0;
  let at = 2;
  while (at < limit) {
    const slot = slotAt(at);
    const earlier = positions[slot] as number;
    positions[slot] = at;
    const isMatch = at - earlier <= MAX_DISTANCE && threeAt(at) === threeAt(earlier);
    if (at + 1 >= limit || !isMatch) {
      at += 1;
      continue;
    }
    length += literalsLength(at - literals);
    const matched = matchLength(bytes, earlier + MIN_MATCH, at + MIN_MATCH);
    length += instructionsLength(matched - 1);
    at += matched;
    for (let each = 0; each < 2; each += 1) {
      positions[slotAt(at)] = at;
      at += 1;
    }
    literals = at;
  }
  return length + literalsLength(bytes.length - literals);
}

/** Number of equal bytes from two positions on, and the one that differs. */
function matchLength(bytes: Uint8Array, from: number, to: number): number {
  const most = bytes.length - UNMATCHED - to;
  let length = 0;
  while (length < most && bytes[from + length] === bytes[to + length]) {
    length += 1;
  }
  return Math.min(length + 1, most);
}

function literalsLength(count: number): number {
  const rest = count % RUN;
  return Math.floor(count / RUN) * (RUN + 1) + (rest === 0 ? 0 : rest + 1);
}

function instructionsLength(matched: number): number {
  return Math.floor(matched / PART) * 3 + (matched % PART >= 6 ? 3 : 2);
}
