import { createKeccak } from "hash-wasm";

// WebAssembly, because hashing takes most of the time of verifying a block.
const hasher = await createKeccak(256);

/** Hashes bytes with Keccak-256, the hash function of Ethereum (not SHA3-256). */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest("binary");
}
