/** Removes a secret from a text, or from every string in a JSON value. */
export type Redact = <Value>(value: Value) => Value;

const REPLACEMENT = "[redacted]";

/**
 * Makes the function that removes a token from whatever leaves the server: a service may echo the
 * request that it received.
 *
 * @param token The token; absent: nothing is removed.
 */
export function redactor(token: string | undefined): Redact {
  if (!token) {
    return (value) => value;
  }
  // In a URL, in a URL's query, and within JSON that is itself a string.
  const encoded = encodeURIComponent(token);
  const forms = [
    token,
    encoded,
    encoded.replaceAll("%20", "+"),
    JSON.stringify(token).slice(1, -1),
  ];
  const secrets = [...new Set(forms), Buffer.from(token).toString("base64")];
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

/**
 * Wraps `fetch` so that the body of each response is redacted before anything reads, cuts or decodes
 * it: half of a token in an excerpt would not be recognised.
 */
export function redactingFetch(redact: Redact): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const bytes = new TextEncoder().encode(redact(await response.clone().text()));
    Object.defineProperty(response, "arrayBuffer", { value: async () => bytes.buffer });
    return response;
  };
}
