import { hash } from "node:crypto";

/** Bytes in hexadecimal. */
export type Hex = `0x${string}`;

/** The contracts that transactions call. */
export interface Contracts {
  /** Writes Transfer events as an ERC-20 token does. */
  readonly token: Hex;
  /** Writes Transfer events as an ERC-721 collection does. */
  readonly collection: Hex;
}

/** What one transaction does, and the event that it leaves behind. */
export interface Action {
  readonly to: Hex;
  readonly value: Hex;
  readonly input: Hex;
  readonly log?: { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex };
}

/** A third of all transactions goes here. */
export const HOTTEST: Hex = `0x${"ca11".repeat(10)}`;
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const HOLDERS = 5_000;
const ONE = word("0x1");

/** A text's bytes of a hash, the same in each run. @param digits How many. */
export const made = (text: string, digits: number): Hex =>
  `0x${hash("sha256", text).slice(0, digits)}`;

/** One of the addresses that tokens go to. */
export const holder = (count: number): Hex => made(`holder ${count % HOLDERS}`, 40);

/** 32 bytes, without the 0x. */
export function word(hex: Hex): string {
  return hex.slice(2).padStart(64, "0");
}

/** A number as JSON-RPC writes it. */
export const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`;

/**
 * The action of a transaction: of twelve, four pay the hottest address, four send tokens, one sends
 * an NFT, three call something unknown.
 *
 * @param count Number of the transaction, from 0 on.
 * @param from Who sends it.
 */
export function actionOf(count: number, from: Hex, { token, collection }: Contracts): Action {
  if (count % 3 === 0) {
    return { to: HOTTEST, value: quantity(count + 1), input: "0x" };
  }
  const to = holder(count * 7);
  if (count % 3 === 1) {
    const topics: readonly Hex[] = [`0x${TRANSFER}`, `0x${word(from)}`, `0x${word(to)}`];
    return {
      to: token,
      value: "0x0",
      input: `0xa9059cbb${word(to)}${ONE}`,
      log: { address: token, topics, data: `0x${ONE}` },
    };
  }
  const id = word(quantity(count));
  if (count % 12 === 2) {
    const topics: readonly Hex[] = [`0x${TRANSFER}`, `0x${word(from)}`, `0x${word(to)}`, `0x${id}`];
    return {
      to: collection,
      value: "0x0",
      input: `0x23b872dd${word(from)}${word(to)}${id}`,
      log: { address: collection, topics, data: "0x" },
    };
  }
  return { to, value: "0x0", input: `0x12345678${id}${ONE}${word(from)}${word(to)}` };
}

/** Code that does nothing but write the event when it is called with two words or more, and say 1. */
const runtime = (end: string, log: string) => `600160005260443610${`60${end}57`}${log}5b60206000f3`;
const creation = (code: string): Hex => {
  const length = (code.length / 2).toString(16).padStart(2, "0");
  return `0x60${length}600c60003960${length}6000f3${code}`;
};

/** What deploys the contracts. */
export const CREATIONS: Readonly<Record<keyof Contracts, Hex>> = {
  token: creation(runtime("36", `600435337f${TRANSFER}60206000a3`)),
  collection: creation(runtime("39", `604435602435337f${TRANSFER}60006000a4`)),
};
