import { createRequire } from "node:module";
import { recover as recoverInWasm } from "tiny-secp256k1";

/**
 * Recovers the public key that made a signature.
 *
 * @param message Hash of what was signed, 32 bytes.
 * @param signature r and s, 64 bytes.
 * @param parity Parity of the y coordinate of the signature's point.
 * @returns The key, uncompressed: 65 bytes. Undefined if there is none.
 */
export type Recover = (
  message: Uint8Array,
  signature: Uint8Array,
  parity: 0 | 1,
) => Uint8Array | undefined;

/** The part of `secp256k1` used here. Its own entry falls back to a library slower than WebAssembly. */
interface Bindings {
  ecdsaRecover(
    signature: Uint8Array,
    parity: number,
    message: Uint8Array,
    compressed: boolean,
  ): Uint8Array;
}

/** libsecp256k1 in WebAssembly, which runs on every platform. */
export const recoverPortable: Recover = (message, signature, parity) => {
  try {
    return recoverInWasm(message, signature, parity) ?? undefined;
  } catch {
    // r or s is out of range.
    return undefined;
  }
};

/** libsecp256k1 as machine code, about four times as fast; undefined where it has not been built. */
export const recoverNative: Recover | undefined = loadNative();

function loadNative(): Recover | undefined {
  let bindings: Bindings;
  try {
    bindings = createRequire(import.meta.url)("secp256k1/bindings.js");
  } catch {
    return undefined;
  }
  return (message, signature, parity) => {
    try {
      return bindings.ecdsaRecover(signature, parity, message, false);
    } catch {
      // r or s is out of range, or no point has it.
      return undefined;
    }
  };
}

/** The fastest one that there is. */
export const recover: Recover = recoverNative ?? recoverPortable;
