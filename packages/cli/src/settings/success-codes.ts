import { UsageError } from "../failure.ts";

/** Reads result codes with commas between them. */
export function readCodes(text: string): number[] {
  if (!/^-?\d+(,-?\d+)*$/.test(text)) {
    const what = `--success-codes must be integers with commas between them; received "${text}"`;
    throw new UsageError(what, "", "success-codes");
  }
  return text.split(",").map(Number);
}
