import { toHex } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcLog } from "../chain/rpc-types.ts";
import { keccak256 } from "./keccak.ts";
import { data } from "./rlp.ts";

const BYTES = 256;
/** Bits that each value sets. */
const BITS = 3;

/** Computes the bloom filter of logs, as in `logsBloom`. */
export function bloomOf(logs: readonly RpcLog[]): Hex {
  const bloom = new Uint8Array(BYTES);
  for (const value of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const digest = Buffer.from(keccak256(Buffer.from(data(value), "hex")));
    for (let at = 0; at < BITS; at += 1) {
      const bit = digest.readUInt16BE(at * 2) % (BYTES * 8);
      const index = BYTES - 1 - Math.floor(bit / 8);
      bloom[index] = (bloom[index] ?? 0) | (1 << (bit % 8));
    }
  }
  return toHex(bloom);
}
