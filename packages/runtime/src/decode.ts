const token = /"((?:[^"\\]|\\.)*)"\s*(:?)|-?\d+(?:[.e][-+.\de]+)?/gi;

/** Whether a parsed value is or holds a number beyond what every integer can be told apart in. */
function isLarge(value: unknown): boolean {
  if (typeof value === "number") {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  }
  if (Array.isArray(value)) {
    return value.some(isLarge);
  }
  if (typeof value === "object") {
    // `Object.values` would copy every row, which costs more than all the rest of the search.
    for (const name in value) {
      const part: unknown = value[name as never];
      if (typeof part !== "string" && isLarge(part)) {
        return true;
      }
    }
  }
  return false;
}

/**
 * Reads the JSON of an answer.
 *
 * @throws Error whose message says why the text cannot be taken: empty, no JSON, or an integer in it
 *   that would be rounded.
 */
export function decode(text: string): unknown {
  if (!text) {
    throw new Error("an empty answer");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`an answer that is no JSON: ${text.slice(0, 60)}`);
  }
  let field: string | undefined = "the body";
  for (const [number, name, colon] of isLarge(value) ? text.matchAll(token) : []) {
    if (colon) {
      field = name;
    } else if (/^-?\d+$/.test(number) && !Number.isSafeInteger(+number)) {
      throw new Error(`an integer in ${field} that a JavaScript number cannot hold`);
    }
  }
  return value;
}
