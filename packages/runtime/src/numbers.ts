const MAX_EXACT = 2 ** 53;

/** Whether a parsed value is or contains a number beyond the safe integers. */
export function hasLargeNumber(value: unknown): boolean {
  // Texts are most of what a page has.
  if (typeof value === "string") {
    return false;
  }
  return typeof value === "number" ? Math.abs(value) >= MAX_EXACT : hasLargeMember(value as object);
}

function hasLargeMember(value: object): boolean {
  if (Array.isArray(value)) {
    return value.some(hasLargeNumber);
  }
  // `Object.values` would copy every row, which costs more than all the rest of the search.
  for (const name in value) {
    if (hasLargeNumber((value as Record<string, unknown>)[name])) {
      return true;
    }
  }
  return false;
}

/**
 * Finds an integer of a JSON text that a JavaScript number would change.
 *
 * @returns The name of its field; undefined if there is none.
 */
export function findRoundedInteger(json: string): string | undefined {
  let field = "the body";
  for (const [token, name, colon] of json.matchAll(/"((?:[^"\\]|\\.)*)"?\s*(:?)|-?\d[\d.eE+-]*/g)) {
    if (colon) {
      field = name ?? "";
    } else if (name === undefined && isRounded(token)) {
      return field;
    }
  }
  return undefined;
}

function isRounded(number: string): boolean {
  if (!hasLargeNumber(Number(number))) {
    return false;
  }
  return /^-?\d+$/.test(number) || digitsOf(number) !== digitsOf(String(Number(number)));
}

/** The significant digits of a number, without its point, its exponent and the zeros around them. */
function digitsOf(number: string): string {
  const [mantissa = ""] = number.toLowerCase().split("e");
  const digits = mantissa.replace(/[-.]/g, "").replace(/^0+/, "");
  // Not by `/0+$/`, which takes quadratic time.
  let end = digits.length;
  while (digits[end - 1] === "0") {
    end -= 1;
  }
  return digits.slice(0, end);
}
