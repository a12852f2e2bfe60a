import type { Schema } from "./document.ts";

/** Keywords of a schema, including those that only sample generation uses. */
export type Keywords = Schema & {
  readonly format?: string;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
};

const FORMATS: Readonly<Record<string, string>> = {
  date: "2024-01-31",
  "date-time": "2024-01-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "P1D",
  email: "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

const ADDRESS = "0xb64ef51c888972c908cfacf59b47c1afbc0ab8ac";
const HASH = "0x8873a33f4687bce738171f486cce04ffe060cd0b71b15fe83e047e2815253f7c";

/** Values of texts without a format, by the words in their names. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/hash$/i, HASH],
  [/(?:address|wallet|contract|owner)$/i, ADDRESS],
  [/^(?:chain|network)(?:_?name)?$/i, "ethereum"],
  [/symbol$/i, "WETH"],
  [/(?:amount|balance|fee|price|value|wei)$/i, "1000"],
];

/**
 * Generates a text of the schema's format and length, and such as its name suggests. Patterns are only checked.
 *
 * @param name Name of the parameter or property.
 */
export function text(
  { format = "", pattern, minLength = 0, maxLength = Infinity }: Keywords,
  name: string,
  fail: (why: string) => never,
): string {
  const named = NAMED.find(([words]) => words.test(name))?.[1];
  const plain = "text".padEnd(minLength, "x").slice(0, maxLength);
  const candidates = FORMATS[format]
    ? [FORMATS[format]]
    : [named, plain, ADDRESS, HASH, "0x1", "1"];
  const isLong = (value: string) => value.length >= minLength && value.length <= maxLength;
  const isMatch = (value: string) => pattern === undefined || new RegExp(pattern, "u").test(value);
  const fitting = candidates.filter((value) => value !== undefined).filter(isLong);
  if (fitting.length === 0) {
    return fail(`its length must be ${minLength} to ${maxLength}`);
  }
  return fitting.find(isMatch) ?? fail(`it must match ${pattern}`);
}

/** Generates a number within the schema's bounds. */
export function number(
  { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Keywords,
  fail: (why: string) => never,
): number {
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  const step = multipleOf ?? 1;
  const isFit = (value: number) =>
    value >= (minimum ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    (typeof above !== "number" || value > above) &&
    (typeof below !== "number" || value < below);
  const low = Number(above || minimum || 0);
  const high = Number(below || maximum || 0);
  const multiples = [low, high].flatMap((edge) => {
    const nearest = Math.round(edge / step) * step;
    return [nearest, nearest + step, nearest - step];
  });
  const between = type === "integer" ? [] : [low, high, (low + high) / 2];
  return (
    [1, ...multiples, ...between].find(
      (value) => isFit(value) && (!multipleOf || multiples.includes(value)),
    ) ?? fail("no number near its bounds fits")
  );
}
