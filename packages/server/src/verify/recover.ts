import { createRequire } from "node:module";

/**
 * Recovers the public key that made a signature.
 *
 * @param message Hash of what was signed, 32 bytes.
 * @param signature r and s, 64 bytes.
 * @param parity Parity of the y coordinate of the signature's point.
 * @returns The key, uncompressed: 65 bytes. Undefined if there is none.
 */
type Recover = (
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

/** libsecp256k1 as machine code, about four times as fast; undefined where it has not been built. */
export const recoverNative: Recover | undefined = loadNative();

function loadNative(): Recover | undefined {
  try {
    const bindings: Bindings = createRequire(import.meta.url)("secp256k1/bindings.js");
    return orNone((message, signature, parity) =>
      bindings.ecdsaRecover(signature, parity, message, false),
    );
  } catch {
    return undefined;
  }
}

/** Loads libsecp256k1 in WebAssembly, which runs on every platform. */
export async function loadPortable(): Promise<Recover> {
  const { recover } = await import("tiny-secp256k1");
  return orNone((message, signature, parity) => recover(message, signature, parity) ?? undefined);
}

/** Returns no key if r or s is out of range, or no point has it. */
function orNone(recover: Recover): Recover {
  return (message, signature, parity) => {
    try {
      return recover(message, signature, parity);
    } catch {
      return undefined;
    }
  };
}

/** The fastest one that there is. The other is not loaded beside it: each thread would compile 1.2 MB. */
export const recover: Recover = recoverNative ?? (await loadPortable());
