import { encodeBytes, encodeWord } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";

/** An argument of a call: an address, an integer, or text. */
export type Argument = Hex | bigint | string;

/** ABI-encodes arguments; text that is not an address is encoded as `string`. */
export function encodeArguments(args: readonly Argument[]): string {
  const heads: string[] = [];
  let tail = "";
  for (const argument of args) {
    if (typeof argument === "bigint") {
      heads.push(encodeWord(argument));
    } else if (/^0x[0-9a-f]{40}$/i.test(argument)) {
      heads.push(encodeWord(BigInt(argument)));
    } else {
      heads.push(encodeWord(BigInt(args.length * 32 + tail.length / 2)));
      tail += encodeBytes(Buffer.from(argument, "utf8").toString("hex"));
    }
  }
  return heads.join("") + tail;
}
