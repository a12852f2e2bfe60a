/** Digits that stand where a JSON number may, long enough to be more than 2⁵³; a cheap first look. */
const longNumber = /(?:^|[:,[\s])-?\d{16}/;
const token = /"((?:[^"\\]|\\.)*)"\s*(:?)|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** The name of the first field whose integer a JavaScript number cannot hold. */
function unsafeField(json: string): string | undefined {
  let field = "the body";
  for (const [text, name, colon] of json.matchAll(token)) {
    if (colon) field = name as string;
    else if (name === undefined && /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))) {
      return field;
    }
  }
  return undefined;
}

/**
 * Reads the JSON of an answer.
 *
 * @throws Error whose message says why the text cannot be taken: empty, no JSON, or an integer in it
 *   that would be rounded.
 */
export function decode(text: string, contentType: string | null): unknown {
  if (!text.trim()) throw new Error("the answer is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const start = text.slice(0, 60);
    throw new Error(`the answer is no JSON (${contentType ?? "no content type"}): ${start}`);
  }
  const field = longNumber.test(text) ? unsafeField(text) : undefined;
  if (field !== undefined) {
    throw new Error(`${field} is an integer that a JavaScript number cannot hold exactly`);
  }
  return value;
}
