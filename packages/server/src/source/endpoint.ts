/** URL and headers of a node, without secrets in the URL. */
export type Endpoint = ReturnType<typeof parseEndpoint>;

/** Shorter path segments are words such as `v2` or `rpc`; keys are longer. */
const MIN_SECRET_SEGMENT = 8;

/**
 * Parses the URL of a node. Credentials become an `Authorization` header: `fetch` rejects URLs that
 * contain them, with an error that shows the whole URL.
 *
 * @param url http(s) or ws(s) URL; user, password, path and query may be secrets.
 * @param headers Sent with each request; names in any case.
 */
export function parseEndpoint(url: string, headers: Readonly<Record<string, string>> = {}) {
  const parsed = new URL(url);
  const { host, pathname, search } = parsed;
  const user = decoded(parsed.username);
  const password = decoded(parsed.password);
  const segments = [...pathname.split("/"), ...parsed.searchParams.values()];
  const credentials = [parsed.username, parsed.password, user, password];
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  const secrets = [
    ...(pathname + search === "/" ? [] : [pathname + search, `${pathname}${search}`.slice(1)]),
    ...segments.filter(({ length }) => length >= MIN_SECRET_SEGMENT),
    ...credentials,
    basic,
    ...Object.values(headers).flatMap((value) => [value, ...value.split(" ").slice(1)]),
  ];
  // Longest first, so that a shorter secret does not split a longer one.
  const sorted = secrets.filter(Boolean).sort((a, b) => b.length - a.length);
  parsed.username = "";
  parsed.password = "";
  return {
    url: parsed.href,
    /** Host and port, the only part of the URL that is not secret. */
    host,
    headers: {
      ...(user || password ? { authorization: `Basic ${basic}` } : {}),
      ...headers,
    },
    /** Redacts a text: removes header values, and all parts of the URL except its host. */
    redact: (text: string) =>
      sorted.reduce(
        (cleaned, secret) => cleaned.replaceAll(secret, "…"),
        text.replaceAll(url, host).replaceAll(parsed.href, host),
      ),
  };
}

/** Decodes a part of a URL; one with a bare percent sign is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
