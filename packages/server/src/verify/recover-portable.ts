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

/** libsecp256k1 in WebAssembly, which runs on every platform. */
export const recoverPortable: Recover = (message, signature, parity) => {
  try {
    return recoverInWasm(message, signature, parity) ?? undefined;
  } catch {
    // r or s is out of range.
    return undefined;
  }
};
