const token = /"((?:[^"\\]|\\.)*)"\s*(:?)|-?\d+(?:[.e][-+.\de]+)?/gi;

/** Whether a parsed value holds a number beyond what every integer can be told apart in. */
const isLarge = (value: unknown): boolean =>
  typeof value === "number"
    ? Math.abs(value) > Number.MAX_SAFE_INTEGER
    : typeof value === "object" && value !== null && Object.values(value).some(isLarge);

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
  for (const [number, name, colon] of isLarge(value) ? text.matchAll(token) : []) {
    if (colon) field = name;
    else if (/^-?\d+$/.test(number) && !Number.isSafeInteger(+number)) {
      throw new Error(`an integer in ${field} that a JavaScript number cannot hold`);
    }
  }
  return value;
}
