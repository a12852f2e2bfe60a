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
 * Shortens the long strings of a result: a model rarely needs the whole call data of a transaction,
 * and pays for each character of it.
 *
 * @param keep Name of a field of the result that stays whole: a cursor, for example.
 */
export function shortenStrings(result: unknown, keep?: string): unknown {
  return shorten(result, keep);
}

function shorten(value: unknown, keep?: string): unknown {
  if (typeof value === "string") {
    return shortenText(value);
  }
  if (Array.isArray(value)) {
    return value.map((each) => shorten(each));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, name === keep ? each : shorten(each)]),
    );
  }
  return value;
}

function shortenText(text: string): string {
  const [max, shown] = hex.test(text) ? [MAX_HEX, SHOWN_HEX] : [MAX_TEXT, SHOWN_TEXT];
  if (text.length <= max) {
    return text;
  }
  // Half of a surrogate pair is no text.
  const start = text.slice(0, shown).replace(/[\uD800-\uDBFF]$/, "");
  return `${start}… [${text.length - start.length} more characters; pass full: true for all]`;
}
