import { data, quantity, type Raw } from "./rlp.ts";

/** Values that follow from the type of a transaction, in hexadecimal digits, by field. */
export type Implied = Readonly<Record<string, string>>;

/** Fields that are bytes; the others are quantities. */
const BYTES = new Set(["from", "to", "input", "contractAddress"]);

/** Finds a field that a node reports with another value; undefined if there is none. */
export function findUnexpected(reported: object, implied: Implied): string | undefined {
  const raw = reported as Raw;
  return Object.keys(implied).find((name) => {
    const digits = BYTES.has(name) ? data(raw[name]) : quantity(raw[name]);
    return digits.toLowerCase() !== implied[name];
  });
}
