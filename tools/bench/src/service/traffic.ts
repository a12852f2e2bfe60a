import { hash } from "node:crypto";
import { encodeWord, toQuantity } from "@chainkit/server/abi";

/** Bytes in hexadecimal. */
export type Hex = `0x${string}`;

/** Contracts that the transactions call. */
export interface Contracts {
  /** Emits Transfer events like an ERC-20 token. */
  readonly token: Hex;
  /** Emits Transfer events like an ERC-721 collection. */
  readonly collection: Hex;
}

/** Recipient of a third of all transactions. */
export const HOTTEST: Hex = `0x${"ca11".repeat(10)}`;
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const HOLDERS = 5_000;
const ONE = word("0x1");

/** Derives hexadecimal digits from a text, the same in each run. @param digits Number of digits; default: all 64. */
export const made = (text: string, digits?: number): Hex =>
  `0x${hash("sha256", text).slice(0, digits)}`;

/** Returns a recipient of tokens. */
export const holder = (count: number): Hex => made(`holder ${count % HOLDERS}`, 40);

/** Encodes a 32-byte word, without `0x`. */
function word(hex: Hex): string {
  return encodeWord(BigInt(hex));
}

/**
 * Returns the content of a transaction: of twelve, four pay the hottest address, four transfer tokens,
 * one transfers an NFT, three call an unknown function.
 *
 * @param count Number of the transaction, from 0.
 * @param from Sender.
 */
export function actionOf(count: number, from: Hex, { token, collection }: Contracts) {
  if (count % 3 === 0) {
    return { to: HOTTEST, value: toQuantity(count + 1), input: "0x" };
  }
  const to = holder(count * 7);
  if (count % 3 === 1) {
    return { to: token, value: "0x0", input: `0xa9059cbb${word(to)}${ONE}` };
  }
  const id = word(toQuantity(count));
  if (count % 12 === 2) {
    return { to: collection, value: "0x0", input: `0x23b872dd${word(from)}${word(to)}${id}` };
  }
  return { to, value: "0x0", input: `0x12345678${id}${ONE}${word(from)}${word(to)}` };
}

/** Bytecode that emits the event if called with two words or more, and returns 1. */
const runtime = (end: string, log: string) => `600160005260443610${`60${end}57`}${log}5b60206000f3`;
const creation = (code: string): Hex => {
  const length = (code.length / 2).toString(16).padStart(2, "0");
  return `0x60${length}600c60003960${length}6000f3${code}`;
};

/** Creation code of the contracts. */
export const CREATIONS: Readonly<Record<keyof Contracts, Hex>> = {
  token: creation(runtime("36", `600435337f${TRANSFER}60206000a3`)),
  collection: creation(runtime("39", `604435602435337f${TRANSFER}60006000a4`)),
};
