import type { TransactionRecord } from "../chain/records.ts";

/** A method and the names and types of its arguments. */
type Method = readonly [name: string, ...args: (readonly [name: string, type: Type])[]];
type Type = "address" | "uint256" | "uint8" | "bool" | "bytes32" | "bytes" | "uint256[]";
type Value = string | boolean | readonly string[];

const TO = ["to", "address"] as const;
const FROM = ["from", "address"] as const;
const SPENDER = ["spender", "address"] as const;
const VALUE = ["value", "uint256"] as const;
const TOKEN_ID = ["tokenId", "uint256"] as const;
const DATA = ["data", "bytes"] as const;

/**
 * Calls that change something of ERC-20 (with the permits of ERC-2612), ERC-721, ERC-1155 and wrapped
 * native tokens, by their selectors. ERC-721 shares `transferFrom` and `approve` with ERC-20; its token
 * id is then called `value`.
 */
const METHODS: Readonly<Record<string, Method>> = {
  "0xa9059cbb": ["transfer", TO, VALUE],
  "0x095ea7b3": ["approve", SPENDER, VALUE],
  "0x23b872dd": ["transferFrom", FROM, TO, VALUE],
  "0xd505accf": [
    "permit",
    ["owner", "address"],
    SPENDER,
    VALUE,
    ["deadline", "uint256"],
    ["v", "uint8"],
    ["r", "bytes32"],
    ["s", "bytes32"],
  ],
  "0xa22cb465": ["setApprovalForAll", ["operator", "address"], ["approved", "bool"]],
  "0x42842e0e": ["safeTransferFrom", FROM, TO, TOKEN_ID],
  "0xb88d4fde": ["safeTransferFrom", FROM, TO, TOKEN_ID, DATA],
  "0xf242432a": ["safeTransferFrom", FROM, TO, ["id", "uint256"], VALUE, DATA],
  "0x2eb2c2d6": [
    "safeBatchTransferFrom",
    FROM,
    TO,
    ["ids", "uint256[]"],
    ["values", "uint256[]"],
    DATA,
  ],
  "0xd0e30db0": ["deposit"],
  "0x2e1a7d4d": ["withdraw", VALUE],
};

const SELECTOR_LENGTH = 10;
const WORD_LENGTH = 64;
const MAX_ADDRESS = 2n ** 160n - 1n;

/** The input is not what the method takes. */
class Mismatch extends Error {}

/**
 * The call that the input of a transaction encodes: names by the standards, numbers in decimal digits,
 * the rest in lower-case hexadecimal. Callers may append anything to the arguments.
 *
 * @returns JSON text; null if the method is not known, if the arguments are not what it takes, which
 *   contracts refuse, or if the transaction creates a contract.
 * @example
 * decodeCall(transaction); // {"method":"transfer","arguments":{"to":"0x…","value":"7"}}
 */
export function decodeCall({ to, input }: Pick<TransactionRecord, "to" | "input">): string | null {
  const method = METHODS[input.slice(0, SELECTOR_LENGTH)];
  if (!method || to === null) {
    return null;
  }
  const [name, ...args] = method;
  const words = input.slice(SELECTOR_LENGTH);
  try {
    const values = args.map(([argument, type], at) => [argument, read(words, at, type)] as const);
    return JSON.stringify({ method: name, arguments: Object.fromEntries(values) });
  } catch (error) {
    if (error instanceof Mismatch) {
      return null;
    }
    throw error;
  }
}

function read(words: string, at: number, type: Type): Value {
  const value = number(words, at * WORD_LENGTH);
  switch (type) {
    case "uint256":
      return String(value);
    case "uint8":
      return String(within(value, 255n));
    case "bool":
      return within(value, 1n) === 1n;
    case "address":
      return `0x${within(value, MAX_ADDRESS).toString(16).padStart(40, "0")}`;
    case "bytes32":
      return `0x${slice(words, at * WORD_LENGTH, WORD_LENGTH)}`;
    case "bytes": {
      const [start, length] = tail(words, value);
      return `0x${slice(words, start, length * 2)}`;
    }
    case "uint256[]": {
      const [start, length] = tail(words, value);
      // Cut out first: the input must be as long as it says before anything is made of it.
      const items = slice(words, start, length * WORD_LENGTH);
      return Array.from({ length }, (_, item) => String(number(items, item * WORD_LENGTH)));
    }
  }
}

/** Where the contents of an argument of any length begin, and how many there are. */
function tail(words: string, offset: bigint): readonly [start: number, length: number] {
  const end = BigInt(words.length);
  const at = Number(within(offset, end)) * 2;
  return [at + WORD_LENGTH, Number(within(number(words, at), end))];
}

function number(words: string, start: number): bigint {
  return BigInt(`0x${slice(words, start, WORD_LENGTH)}`);
}

function slice(words: string, start: number, length: number): string {
  if (start + length > words.length) {
    throw new Mismatch();
  }
  return words.slice(start, start + length);
}

function within(value: bigint, max: bigint): bigint {
  if (value > max) {
    throw new Mismatch();
  }
  return value;
}
