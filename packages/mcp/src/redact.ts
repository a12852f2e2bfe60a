/** Removes a secret from a text, or from every string in a JSON value. */
export type Redact = <Value>(value: Value) => Value;

const REPLACEMENT = "[redacted]";

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
  const secrets = [...new Set(tokens.flatMap(formsOf))];
  const clean = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, REPLACEMENT), text);
  const redact = (value: unknown): unknown => {
    if (typeof value === "string") {
      return clean(value);
    }
    if (Array.isArray(value)) {
      return value.map(redact);
    }
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [clean(name), redact(each)]),
      );
    }
    return value;
  };
  return redact as Redact;
}

/** A token as it is, in a URL, in a URL's query, within JSON that is itself a string, and in base64. */
function formsOf(token: string): string[] {
  const encoded = encodeURIComponent(token);
  const escaped = JSON.stringify(token).slice(1, -1);
  const base64 = Buffer.from(token).toString("base64");
  return [token, encoded, encoded.replaceAll("%20", "+"), escaped, base64];
}

/**
 * Wraps `fetch` so that the body of each response is redacted before anything reads, cuts or decodes
 * it: half of a token in an excerpt would not be recognised.
 */
export function redactingFetch(redact: Redact): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    // A status such as 204 allows no body, not even an empty one.
    return new Response(redact(await response.text()) || null, response);
  };
}
