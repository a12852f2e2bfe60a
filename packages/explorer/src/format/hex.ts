const HEAD = 8;
const TAIL = 6;

/** Shortens a hash or an address to its ends. */
export function shortHex(hex: string): string {
  return hex.length > HEAD + TAIL + 1 ? `${hex.slice(0, HEAD)}…${hex.slice(-TAIL)}` : hex;
}

const PREFIX = 2;

/** Returns the text that bytes spell in UTF-8, or undefined if they are not text. */
export function textOf(hex: string): string | undefined {
  const pairs = hex.slice(PREFIX).match(/../g) ?? [];
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\0+$/, "");
    // Control characters, and those that turn the direction of what follows, are no text to show.
    return text.trim() === "" || /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
