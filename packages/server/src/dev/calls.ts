import type { Hex } from "../chain/records.ts";

/** An argument of a call: an address, a number, or text. */
export type Argument = Hex | bigint | string;

const WORD_DIGITS = 64;

/** Arguments as contracts take them; a text that is no address is a `string` of Solidity. */
export function encodeArguments(args: readonly Argument[]): string {
  const heads: string[] = [];
  let tail = "";
  for (const argument of args) {
    if (typeof argument === "bigint") {
      heads.push(word(argument));
    } else if (/^0x[0-9a-f]{40}$/i.test(argument)) {
      heads.push(word(BigInt(argument)));
    } else {
      const bytes = Buffer.from(argument, "utf8");
      heads.push(word(BigInt(args.length * 32 + tail.length / 2)));
      const digits = bytes.toString("hex");
      const length = Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS;
      tail += word(BigInt(bytes.length)) + digits.padEnd(length, "0");
    }
  }
  return heads.join("") + tail;
}

function word(value: bigint): string {
  return value.toString(16).padStart(WORD_DIGITS, "0");
}
