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

/** Generates a text of the schema's format and length. Patterns are only checked. */
export function text(
  { format = "", pattern, minLength = 0, maxLength = Infinity }: Keywords,
  fail: (why: string) => never,
): string {
  const plain = "text".padEnd(minLength, "x").slice(0, maxLength);
  const made = FORMATS[format] ?? plain;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(made)) {
    return fail(`it must match ${pattern}`);
  }
  return made.length < minLength || made.length > maxLength
    ? fail(`its length must be ${minLength} to ${maxLength}`)
    : made;
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
  const between = multipleOf || type === "integer" ? [] : [low, high, (low + high) / 2];
  return (
    [1, ...multiples, ...between].find(
      (value) => isFit(value) && (!multipleOf || multiples.includes(value)),
    ) ?? fail("no number near its bounds fits")
  );
}
