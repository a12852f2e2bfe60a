import { recoverSigner, type SignedMessage } from "./sender.ts";

/** Sender of a transaction with the signature to verify. */
export interface SenderClaim extends SignedMessage {
  /** Address of the sender, 20 bytes. */
  readonly from: Uint8Array;
}

const MESSAGE = 32;
const SIGNATURE = 64;
const ADDRESS = 20;
const CLAIM = MESSAGE + SIGNATURE + ADDRESS + 1;

/** Packs claims into one buffer that can be transferred to another thread without copying. */
export function packClaims(claims: readonly SenderClaim[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(claims.length * CLAIM);
  for (const [index, { message, signature, from, parity }] of claims.entries()) {
    const at = index * CLAIM;
    bytes.set(message, at);
    bytes.set(signature, at + MESSAGE);
    bytes.set(from, at + MESSAGE + SIGNATURE);
    bytes[at + CLAIM - 1] = parity;
  }
  return bytes;
}

/** Verifies packed claims. @returns Index of the first invalid one; -1 if all are valid. */
export function findInvalidClaim(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at += CLAIM) {
    const message = bytes.subarray(at, at + MESSAGE);
    const signature = bytes.subarray(at + MESSAGE, at + MESSAGE + SIGNATURE);
    const from = bytes.subarray(at + MESSAGE + SIGNATURE, at + CLAIM - 1);
    const parity = bytes[at + CLAIM - 1] === 0 ? 0 : 1;
    const signer = recoverSigner({ message, signature, parity });
    if (!signer || Buffer.compare(signer, from) !== 0) {
      return at / CLAIM;
    }
  }
  return -1;
}
