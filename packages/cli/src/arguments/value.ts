import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import type { JsonSchema } from "@chainkit/client/operations";
import { UsageError } from "@chainkit/command";
import { itemSchemas } from "@chainkit/openapi";
import type { Option } from "./options.ts";
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

/** A number that is sent as it was written. */
function readNumber(text: string, refuse: (what: string) => Error): number {
  const value = Number(text);
  if (significantDigits(String(value)) !== significantDigits(text)) {
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

/** Parses JSON, and refuses what a JavaScript number would round. */
export function parseJson(source: string, refuse: (what: string) => Error): unknown {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw refuse(`is not valid JSON: ${(error as Error).message}`);
  }
  JSON.stringify(value, (name, part: unknown) => {
    if (typeof part === "number" && Math.abs(part) > Number.MAX_SAFE_INTEGER) {
      throw refuse(`has a number${name && ` in ${name}`} that would be rounded; write it as text`);
    }
    return part;
  });
  return value;
}

/** Reads `@file` or `-` (standard input) as bytes, or the text itself. */
export async function readFileArgument(
  argument: string,
  refuse: (what: string) => Error,
): Promise<string | File> {
  if (argument !== "-" && !argument.startsWith("@")) {
    return argument;
  }
  const path = argument.slice(1);
  const bytes = await (argument === "-" ? buffer(process.stdin) : readFile(path)).catch(
    (error: Error) => {
      throw refuse(`could not be read: ${error.message}`);
    },
  );
  return new File([new Uint8Array(bytes)], basename(path) || "stdin");
}

/** Reads `@file`, `-` (standard input) or the JSON itself. */
export async function readJsonArgument(
  argument: string,
  refuse: (what: string) => Error,
): Promise<unknown> {
  const source = await readFileArgument(argument, refuse);
  return parseJson(typeof source === "string" ? source : await source.text(), refuse);
}
