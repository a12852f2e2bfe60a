import type { JsonSchema } from "@chainkit/client/operations";
import { UsageError } from "@chainkit/command";
import { itemSchemas } from "@chainkit/openapi";
import { parseJson } from "./json.ts";
import type { Option } from "./option.ts";
import { checkValue } from "./parse.ts";
import { typesOf } from "./schema.ts";

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Parses the value of a parameter from its flag into the type of its schema.
 *
 * @param texts Texts from the command line; several for an array.
 * @param root Schema that contains the targets of `$ref`.
 * @throws UsageError if the text is not a value of the type, or not one of the allowed values.
 */
export function readValue(
  option: Option,
  texts: readonly string[],
  root: JsonSchema,
  where: string,
): unknown {
  const { name, parameter, values } = option;
  const refuse = (what: string) =>
    new UsageError(`${where}: --${name} ${what}`, "", parameter?.name);
  const schema = parameter?.schema ?? {};
  const types = typesOf(schema, root);
  const [text = ""] = texts;
  if (types.has("array") && (!types.has("string") || isJsonList(text))) {
    const isJson = texts.length === 1 && text.startsWith("[");
    const [items] = itemSchemas(root, schema);
    return isJson
      ? parseJson(text, refuse)
      : texts.map((each) => readText(each, typesOf(items, root), refuse));
  }
  const value = readText(text, types, refuse);
  if (values) {
    checkValue(option, String(value), where);
  }
  return value;
}

/** Whether a text that may be a list as well is one. */
function isJsonList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

function readText(
  text: string,
  types: ReadonlySet<string>,
  refuse: (what: string) => Error,
): unknown {
  if (types.has("string")) {
    return text;
  }
  if (types.has("integer") && INTEGER.test(text)) {
    const value = BigInt(text.replace("+", ""));
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (types.has("number") && NUMBER.test(text)) {
    return readNumber(text, refuse);
  }
  if (types.has("boolean") && /^(true|false)$/.test(text)) {
    return text === "true";
  }
  if (types.has("object") || types.has("array")) {
    return parseJson(text, refuse);
  }
  if (types.size === 0) {
    // Nothing is known of it: JSON if it is JSON, and text otherwise.
    return /^[[{"]|^(true|false|null)$/.test(text) || NUMBER.test(text)
      ? parseJson(text, refuse)
      : text;
  }
  const expected = [...types].filter((type) => type !== "null").join(" or ");
  throw refuse(`must be of type ${expected}; received "${text}"`);
}

/** A number that a double holds as it was written. */
function readNumber(text: string, refuse: (what: string) => Error): number {
  const value = Number(text);
  const written = significantDigits(text);
  const count = Math.min(100, Math.max(1, written.length));
  if (!Number.isFinite(value) || significantDigits(value.toPrecision(count)) !== written) {
    throw refuse(`has more digits than a number can hold; received "${text}"`);
  }
  return value;
}

/** The digits of a number without its exponent and the zeros around them. */
function significantDigits(number: string): string {
  const [mantissa = ""] = number.toLowerCase().split("e");
  const digits = mantissa.replace(/\D/g, "").replace(/^0+/, "");
  // Not by `/0+$/`, which takes quadratic time.
  let end = digits.length;
  while (digits[end - 1] === "0") {
    end -= 1;
  }
  return digits.slice(0, end);
}
