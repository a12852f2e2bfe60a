import { createKeccak } from "hash-wasm";

// In WebAssembly, as most of the time that a block takes to be checked is spent here.
const hasher = await createKeccak(256);

/** The hash of bytes that Ethereum and its kin use: Keccak-256, which is not SHA3-256. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest("binary");
}
