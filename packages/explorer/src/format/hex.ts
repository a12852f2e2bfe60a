const HEAD = 8;
const TAIL = 6;

/** Shortens a hash or an address to its ends. */
export function shortHex(hex: string): string {
  return hex.length > HEAD + TAIL + 1 ? `${hex.slice(0, HEAD)}…${hex.slice(-TAIL)}` : hex;
}
