import randexp from "randexp";
import type { Keywords } from "./sample-keywords.ts";

/** What is used of it: compilers disagree on what its types export. */
interface TextGenerator {
  max: number;
  randInt: (from: number, to: number) => number;
  gen(): string;
}

const RAND_EXP = randexp as unknown as new (pattern: string) => TextGenerator;

/** A text of each format. */
const FORMATS: Readonly<Record<string, string>> = {
  byte: "dGV4dA==",
  date: "2024-01-31",
  "date-time": "2024-01-31T12:00:00Z",
  "iso-date-time": "2024-01-31T12:00:00Z",
  time: "12:00:00Z",
  "iso-time": "12:00:00Z",
  duration: "P1D",
  email: "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  "uri-reference": "/path",
  "uri-template": "/path/{id}",
  uuid: "00000000-0000-4000-8000-000000000000",
  regex: "^text$",
  "json-pointer": "/path",
  "json-pointer-uri-fragment": "#/path",
  "relative-json-pointer": "0/path",
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

/** How often a text is drawn for a pattern, of which some parts are not understood, such as look-ahead. */
const MAX_DRAWS = 60;

/** Texts of a pattern, of which one suits what else is wanted. */
const ENOUGH = 5;

/**
 * Lists texts of a format, length and pattern, the most telling first: such as the name suggests, or else drawn from
 * the pattern.
 *
 * @param name Name of the parameter or member.
 * @param position Position in a list, whose items shall differ.
 */
export function textsOf(schema: Keywords, name: string, position: number): string[] {
  const { format = "", patterns, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const isFit = (text: string) =>
    // In characters, as JSON Schema counts.
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    patterns.every((pattern) => new RegExp(pattern, "u").test(text));
  const named = NAMED.find(([words]) => words.test(name))?.[1];
  const plain = "text".padEnd(minLength, "x").slice(0, maxLength);
  const ofFormat = FORMATS[format];
  const candidates = ofFormat
    ? [ofFormat, lengthened(format, ofFormat, minLength)]
    : [...(named ? [named] : []), plain, ADDRESS, HASH, "0x1", "1"];
  const varied = candidates.map((text) => (position > 0 ? variant(text, position) : text));
  const fitting = varied.filter(isFit);
  return fitting.length > 0 ? fitting : drawn(patterns, minLength, position, isFit);
}

/** Makes a text of a format longer where its form allows that. */
function lengthened(format: string, text: string, minLength: number): string {
  const missing = Math.max(0, minLength - text.length);
  if (format === "byte") {
    return "AAAA".repeat(Math.ceil(minLength / 4));
  }
  if (format === "email") {
    return `${"u".repeat(Math.min(missing, 40))}${text}`;
  }
  return /^(ur[il]|regex|json-pointer|uri-)/.test(format) ? text + "x".repeat(missing) : text;
}

/** Replaces the last digits or letters of a text, whose form stays the same. */
function variant(text: string, position: number): string {
  if (/^\d{4}-\d\d-\d\d/.test(text)) {
    return `${2024 + position}${text.slice(4)}`;
  }
  const digits = String(position);
  const hasNumber = /\d/.test(text);
  const end = hasNumber ? /\d+(?=\D*$)/ : /[a-z]+(?!\w*:)/;
  return text.replace(end, (found) => found.slice(0, -digits.length).concat(digits));
}

function drawn(
  patterns: readonly string[],
  minLength: number,
  position: number,
  isFit: (text: string) => boolean,
): string[] {
  // Together, patterns that are drawn one after the other hardly ever fit.
  const expression = new RAND_EXP(inAscii(patterns[0] ?? ""));
  const texts: string[] = [];
  for (let draw = 0; draw < MAX_DRAWS && texts.length < ENOUGH; draw++) {
    const text = drawOne(expression, minLength, draw + position * MAX_DRAWS);
    texts.push(...(isFit(text) ? [text] : []));
  }
  return texts;
}

/** The classes of Unicode, as ranges of ASCII. */
const LETTERS: Readonly<Record<string, string>> = { L: "a-zA-Z", Lu: "A-Z", Ll: "a-z", N: "0-9" };

/** Draws a text, the same each time: the first has the first of all choices. */
function drawOne(expression: TextGenerator, minLength: number, draw: number): string {
  let state = draw;
  expression.max = Math.max(minLength, 1 + (draw % 10));
  expression.randInt = (from, to) => {
    if (draw === 0) {
      return from;
    }
    // The multiplier of Park and Miller.
    state = (state * 48_271 + 11) % 2_147_483_647;
    return from + (state % (to - from + 1));
  };
  return expression.gen();
}

/** Replaces classes of Unicode such as `\\p{L}`, within brackets or not. */
function inAscii(pattern: string): string {
  return pattern.replaceAll(/(\[[^\]]*)?\\p\{(\w+)\}/g, (_, open: string | undefined, name) => {
    const range = LETTERS[name] ?? "a";
    return open === undefined ? `[${range}]` : open + range;
  });
}

/** Lists numbers within the bounds, at most one if there is no other. */
export function numbersOf(schema: Keywords, position: number): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, isInteger } = schema;
  const isFit = (value: number) =>
    value >= (minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (maximum ?? Number.POSITIVE_INFINITY) &&
    value > (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
    value < (exclusiveMaximum ?? Number.POSITIVE_INFINITY) &&
    (!isInteger || Number.isInteger(value));
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const start = Number.isFinite(low) ? low : Number.isFinite(high) ? high : 0;
  const step = multipleOf ?? 1;
  const first = Math.round(start / step);
  const counts = Array.from({ length: 8 + position }, (_, count) => count);
  // Rounded, because a multiple of 0.01 has more digits in binary.
  const multiples = [...counts, ...counts.map((count) => -count)].map((count) =>
    Number(((first + count) * step).toPrecision(15)),
  );
  const between = isInteger || multipleOf !== undefined ? [] : [low, high, (low + high) / 2];
  const plain = multipleOf === undefined ? counts.map((count) => count + 1) : [];
  const fitting = [...new Set([...plain, ...multiples, ...between])].filter(isFit);
  return fitting.slice(Math.min(position, fitting.length - 1));
}
