/** Keeps hashes, addresses, signatures and the call data of a token transfer whole. */
const MAX_HEX = 200;
const SHOWN_HEX = 138;

/** Keeps prose and URLs whole, but no image or document in a `data:` URL. */
const MAX_TEXT = 1000;
const SHOWN_TEXT = 500;

const hex = /^0x[0-9a-f]*$/i;

/** Pattern of a shortened string. */
export const SHORTENED = "… \\[\\d+ more characters; pass full: true for all\\]$";

/**
 * Shortens a long string of a result: a model rarely needs the whole call data of a transaction, and pays
 * for each character of it.
 */
export function shortenText(text: string): string {
  const [max, shown] = hex.test(text) ? [MAX_HEX, SHOWN_HEX] : [MAX_TEXT, SHOWN_TEXT];
  if (text.length <= max) {
    return text;
  }
  // Half of a surrogate pair is no text.
  const start = text.slice(0, shown).replace(/[\uD800-\uDBFF]$/, "");
  return `${start}… [${text.length - start.length} more characters; pass full: true for all]`;
}
