import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { signRecoverable } from "tiny-secp256k1";
import { describe, expect, test } from "vitest";
import { loadPortable, recover, recoverNative } from "../src/verify/sender.ts";

/** Platforms for which the package has native code. */
const BUILT = ["darwin-arm64", "linux-x64", "win32-x64"];

const recoverPortable = await loadPortable();
const word = fc.uint8Array({ minLength: 32, maxLength: 32 });
const key = word.filter((bytes) => bytes.some(Boolean) && (bytes[0] as number) < 0xff);
const parity = fc.constantFrom<0 | 1>(0, 1);

test("uses native code where available", () => {
  const isBuilt = BUILT.includes(`${process.platform}-${process.arch}`);
  expect(recoverNative !== undefined).toBe(isBuilt);
  expect(recover === recoverNative).toBe(isBuilt);
});

test.skipIf(recoverNative === undefined)("loads no WebAssembly beside native code", () => {
  const program = `
    import { registerHooks } from "node:module";
    const resolve = (specifier, context, next) => {
      console.log(specifier);
      return next(specifier, context);
    };
    registerHooks({ resolve });
    await import(${JSON.stringify(new URL("../src/verify/sender.ts", import.meta.url))});
  `;
  const options = ["--input-type=module", "--eval", program];
  const loaded = execFileSync(process.execPath, options, { encoding: "utf8" });
  expect(loaded).toContain("secp256k1/bindings.js");
  expect(loaded).not.toContain("tiny-secp256k1");
});

describe.skipIf(recoverNative === undefined)("native code and WebAssembly agree", () => {
  const same = (message: Uint8Array, signature: Uint8Array, which: 0 | 1) => {
    const [portable, native] = [recoverPortable, recoverNative].map((one) => {
      const found = one?.(message, signature, which);
      return found && Buffer.from(found).toString("hex");
    });
    expect(native).toBe(portable);
    return portable;
  };

  test("on signatures", () => {
    const check = (message: Uint8Array, secret: Uint8Array, which: 0 | 1) => {
      const { signature, recoveryId } = signRecoverable(message, secret);
      expect(same(message, signature, (recoveryId & 1) as 0 | 1)).toMatch(/^04/);
      same(message, signature, which);
    };
    fc.assert(fc.property(word, key, parity, check));
  });

  test("on invalid signatures", () => {
    const numbers = fc.oneof(
      word,
      fc.constantFrom(new Uint8Array(32), new Uint8Array(32).fill(0xff)),
    );
    const check = (message: Uint8Array, r: Uint8Array, s: Uint8Array, which: 0 | 1) => {
      same(message, Uint8Array.from([...r, ...s]), which);
    };
    fc.assert(fc.property(word, numbers, numbers, parity, check));
  });
});
