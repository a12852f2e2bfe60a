import { mapStrings } from "./map-strings.ts";

/** Removes a secret from a text, or from every string in a JSON value. */
export type Redact = <Value>(value: Value) => Value;

const REPLACEMENT = "[redacted]";

/** Bytes below which a token is sought as it is only: in hex and base64, other data would contain it. */
const SHORT = 8;

/**
 * Makes the function that removes tokens from whatever leaves the server: a service may echo the
 * request that it received.
 *
 * @param tokens The tokens; without any, nothing is removed.
 */
export function redactor(tokens: readonly string[]): Redact {
  if (tokens.length === 0) {
    return (value) => value;
  }
  const forms = [...new Set(tokens)].flatMap(formsOf).sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.join("|"), "g");
  const clean = (text: string) => text.replace(pattern, REPLACEMENT);
  return ((value: unknown) => mapStrings(value, clean)) as Redact;
}

/** The patterns of a token in the encodings that a response may have it in. */
function formsOf(token: string): string[] {
  const bytes = Buffer.from(token);
  const hex = [...bytes].map(hexPattern).join("");
  return [escapedForms(token), ...(bytes.length < SHORT ? [] : [hex, ...base64Forms(bytes)])];
}

/** The token as it is, or with any of its characters escaped as in a URL or in JSON. */
function escapedForms(token: string): string {
  return [...token]
    .map((character) => {
      const percent = [...Buffer.from(character)].map((byte) => `%(?:25)*${hexPattern(byte)}`);
      const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
      const unicode = units.map((unit) => `\\\\u${hexPattern(unit >> 8)}${hexPattern(unit & 255)}`);
      const forms = [percent.join(""), unicode.join(""), `\\\\?${literal(character)}`];
      return `(?:${[...forms, ...(character === " " ? ["\\+"] : [])].join("|")})`;
    })
    .join("");
}

/**
 * The token in base64 or base64url, alone or within a longer text: by where it begins in a group of three
 * bytes, its digits differ. A digit at either end may also hold bits of what is beside it.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const end = before + bytes.length;
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const whole = digits.slice(Math.ceil((before * 4) / 3), Math.floor((end * 4) / 3));
    const shared = (isShared: boolean) => (isShared ? "(?:[\\w+/-]|%2[bBfF])?" : "");
    const pattern = [...whole].map((digit) => BASE64[digit] ?? digit).join("");
    return `${shared(before > 0)}${pattern}${shared(end % 3 > 0)}(?:=|%3[dD])*`;
  });
}

/** Digits that have other forms in base64url and in a URL. */
const BASE64: Readonly<Record<string, string>> = {
  "+": "(?:[+-]|%2[bB])",
  "/": "(?:\\\\?/|_|%2[fF])",
};

/** The pattern of a byte as two hexadecimal digits in either case. */
function hexPattern(byte: number): string {
  const digits = byte.toString(16).padStart(2, "0");
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** `RegExp.escape` is not in Node 20 and 22. */
function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
}

/** Media types of bytes, in which a token is no text. */
const BINARY = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip)\b/i;

/** Media type of streams, whose events are redacted one by one while they arrive. */
const EVENTS = /^text\/event-stream\b/i;

/**
 * Wraps `fetch` so that the body of each response is redacted before anything reads, cuts or decodes
 * it: half of a token in an excerpt would not be recognised.
 *
 * @param maxBytes Limit of a body, in bytes. Of a longer one, only as much is read as makes the client, which
 * has the same limit, refuse it.
 */
export function redactingFetch(redact: Redact, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const type = response.headers.get("content-type") ?? "";
    if (!response.body || BINARY.test(type) || (response.ok && EVENTS.test(type))) {
      return response;
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        break;
      }
    }
    const body = Buffer.concat(chunks);
    return new Response(bytes > maxBytes ? body : redact(body.toString()), response);
  };
}
