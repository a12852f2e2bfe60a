import {
  encodeBytes,
  encodeWord,
  readBytes,
  readLength,
  readTail,
  readWord,
} from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";

/** A sub-call of a Multicall3 batch. */
export interface SubCall {
  readonly to: Hex;
  readonly data: Hex;
}

/** Result of a sub-call. */
export interface SubResult {
  readonly success: boolean;
  readonly data: Hex;
}

/** Address of Multicall3, the same on all chains that have it: https://www.multicall3.com. */
export const MULTICALL3: Hex = "0xca11bde05977b3631167028862be2a173976ca11";

/** `aggregate3((address target, bool allowFailure, bytes callData)[])`. */
const AGGREGATE3 = "0x82ad56cb";
const WORD_BYTES = 32;

/** The precompiled contract of modular exponentiation. */
const MODEXP: Hex = `0x${"5".padStart(40, "0")}`;
/** Modulus size in bytes; with an exponent of 255 bits it costs 1,028,500 gas, or more on newer forks. */
const MODULUS_BYTES = 880n;

/**
 * A sub-call that succeeds only if at least 1,000,000 gas are left: as gas only decreases, every sub-call
 * before it had at least that, and none failed because others used up the gas. It computes nothing,
 * because the modulus is zero.
 */
export const GAS_PROBE: SubCall = {
  to: MODEXP,
  data: `0x${[0n, 32n, MODULUS_BYTES].map(encodeWord).join("")}${"f".repeat(64)}`,
};

/** Encodes a call of `aggregate3` in which sub-calls may fail. */
export function encodeAggregate3(calls: readonly SubCall[]): Hex {
  const tuples = calls.map(({ to, data }) => {
    const head = [BigInt(to), 1n, BigInt(3 * WORD_BYTES)].map(encodeWord).join("");
    return head + encodeBytes(data.slice(2));
  });
  let offset = calls.length * WORD_BYTES;
  const offsets = tuples.map((tuple) => {
    const own = encodeWord(BigInt(offset));
    offset += tuple.length / 2;
    return own;
  });
  const list = [BigInt(WORD_BYTES), BigInt(calls.length)].map(encodeWord);
  return `${AGGREGATE3}${[...list, ...offsets, ...tuples].join("")}`;
}

/**
 * Decodes the result of `aggregate3`.
 *
 * @param count Number of sub-calls.
 * @throws AbiError if it is not the result of `count` sub-calls.
 */
export function decodeAggregate3(returned: Hex, count: number): SubResult[] {
  const digits = returned.slice(2);
  const { start, length } = readTail(digits, 0);
  const complete = readBytes(digits, start, length * WORD_BYTES);
  return Array.from({ length: Math.max(count, length) }, (_, at) => {
    const tuple = start + readLength(complete, at * WORD_BYTES, digits.length / 2);
    const data = readTail(digits, tuple + WORD_BYTES, tuple);
    return {
      success: readWord(digits, tuple) !== 0n,
      data: `0x${readBytes(digits, data.start, data.length)}`,
    };
  });
}
