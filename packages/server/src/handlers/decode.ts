import type { TransactionRecord } from "./reader.ts";

/** A method and the names and types of its arguments; only types of one word. */
type Method = readonly [name: string, ...args: (readonly [name: string, type: WordType])[]];
type WordType = "address" | "uint256" | "bool";

const TO = ["to", "address"] as const;
const FROM = ["from", "address"] as const;
const VALUE = ["value", "uint256"] as const;
const TOKEN_ID = ["tokenId", "uint256"] as const;

/** Calls of ERC-20, ERC-721 and wrapped native tokens, by their selectors. */
const METHODS: Readonly<Record<string, Method>> = {
  "0xa9059cbb": ["transfer", TO, VALUE],
  "0x095ea7b3": ["approve", ["spender", "address"], VALUE],
  "0x23b872dd": ["transferFrom", FROM, TO, VALUE],
  "0xa22cb465": ["setApprovalForAll", ["operator", "address"], ["approved", "bool"]],
  "0x42842e0e": ["safeTransferFrom", FROM, TO, TOKEN_ID],
  "0xd0e30db0": ["deposit"],
  "0x2e1a7d4d": ["withdraw", VALUE],
};

const SELECTOR_LENGTH = 10;
const WORD_LENGTH = 64;

/**
 * The call that the input of a transaction encodes, as JSON text; null if it is not known, or if the
 * arguments are not those of the method.
 */
export function decodeCall({ input }: TransactionRecord): string | null {
  const method = METHODS[input.slice(0, SELECTOR_LENGTH)];
  if (!method) {
    return null;
  }
  const [name, ...args] = method;
  const words = input.slice(SELECTOR_LENGTH);
  // Callers may append anything, so there may be more words than arguments.
  if (words.length < args.length * WORD_LENGTH) {
    return null;
  }
  const values = args.map(([argument, type], at) => {
    const word = words.slice(at * WORD_LENGTH, (at + 1) * WORD_LENGTH);
    return [argument, readWord(word, type)] as const;
  });
  if (values.some(([, value]) => value === undefined)) {
    return null;
  }
  return JSON.stringify({ method: name, arguments: Object.fromEntries(values) });
}

function readWord(word: string, type: WordType): string | boolean | undefined {
  const value = BigInt(`0x${word}`);
  switch (type) {
    case "uint256":
      return String(value);
    case "bool":
      return value > 1n ? undefined : value === 1n;
    case "address":
      return value >> 160n === 0n ? `0x${word.slice(-40)}` : undefined;
  }
}
