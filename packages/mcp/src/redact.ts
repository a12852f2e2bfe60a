import { mapStrings } from "./texts.ts";

/** Removes a secret from a text, or from every string in a JSON value. */
export type Redact = <Value>(value: Value) => Value;

const REPLACEMENT = "[redacted]";

/**
 * Makes the function that removes tokens from whatever leaves the server: a service may echo the
 * request that it received.
 *
 * @param tokens The tokens, as they are sent; of basic credentials also `<username>:<password>`. Without any, nothing is
 * removed.
 */
export function redactor(tokens: readonly string[]): Redact {
  if (tokens.length === 0) {
    return (value) => value;
  }
  // The longest first, because one form may begin another.
  const forms = [...new Set(tokens.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const clean = (text: string) =>
    forms.reduce((left, form) => left.replaceAll(form, REPLACEMENT), text);
  return ((value: unknown) => mapStrings(value, clean)) as Redact;
}

/** A token as it is, in a URL, in JSON, and in base64 as basic credentials are. */
function formsOf(token: string): string[] {
  const base64 = Buffer.from(token).toString("base64");
  return [
    token,
    encodeURIComponent(token),
    new URLSearchParams({ token }).toString().slice("token=".length),
    JSON.stringify(token).slice(1, -1),
    ...(token.includes(":") ? [base64, encodeURIComponent(base64)] : []),
  ];
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
    // As bytes: with a text, a response without a type would have one.
    const clean = bytes > maxBytes ? body : Buffer.from(redact(body.toString()));
    return new Response(clean, response);
  };
}
