/**
 * Parses JSON text in UTF-8, and refuses what parsers read in different ways: a byte order mark (RFC 8259, 8.1)
 * and an object with two members of one name (RFC 8259, 4).
 *
 * @throws Error saying what is wrong.
 */
export function parseJson(body: Buffer): unknown {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  if (text.startsWith("\ufeff")) {
    throw new Error("the text begins with a byte order mark");
  }
  const value: unknown = JSON.parse(text);
  if (countNames(text) !== countKeys(value)) {
    throw new Error("an object has two members of one name");
  }
  return value;
}

/** A string, and the colon behind it if it is the name of a member. */
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/gs;

/** Number of names of members in a valid JSON text. */
function countNames(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(STRING)) {
    count += colon === undefined ? 0 : 1;
  }
  return count;
}

/** Number of keys of the objects in a value. */
function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  const inner = Object.values(value);
  const own = Array.isArray(value) ? 0 : inner.length;
  return inner.reduce<number>((sum, each) => sum + countKeys(each), own);
}
