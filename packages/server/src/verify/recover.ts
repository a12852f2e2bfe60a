import { createRequire } from "node:module";
import type { Recover } from "./recover-portable.ts";

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

/** The fastest one that there is. The other is not loaded beside it: each thread would compile 1.2 MB. */
export const recover: Recover =
  recoverNative ?? (await import("./recover-portable.ts")).recoverPortable;
