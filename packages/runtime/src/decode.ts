/** Digits where a JSON number may stand, enough of them for more than 2⁵³: a cheap first look. */
const longNumber = /(?:^|[:,[\s])-?\d{16}/;
const token = /"((?:[^"\\]|\\.)*)"\s*(:?)|-?\d+(?:[.e][-+.\de]+)?/gi;

/**
 * Reads the JSON of an answer.
 *
 * @throws Error whose message says why the text cannot be taken: empty, no JSON, or an integer in it
 *   that would be rounded.
 */
export function decode(text: string): unknown {
  if (!text) throw new Error("an empty answer");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`an answer that is no JSON: ${text.slice(0, 60)}`);
  }
  let field: string | undefined = "the body";
  for (const [number, name, colon] of longNumber.test(text) ? text.matchAll(token) : []) {
    if (colon) field = name;
    else if (/^-?\d+$/.test(number) && !Number.isSafeInteger(+number)) {
      throw new Error(`an integer in ${field} that a JavaScript number cannot hold`);
    }
  }
  return value;
}
