import type { Refuse } from "./input.ts";
import type { ClientOptions, SharedOptions } from "./options.ts";

/** Refuses options that would fail later, or show a secret when they do. */
export function checkOptions({ timeoutMs, retry, headers }: SharedOptions, refuse: Refuse): void {
  for (const [name, value] of Object.entries({ timeoutMs, ...(retry || {}) })) {
    if (value !== undefined && !(value >= 0))
      throw refuse(name, `must be a number from 0 up; got ${value}`);
  }
  try {
    new Headers(headers);
  } catch {
    throw refuse("headers", "hold a name or a value that HTTP does not allow");
  }
}

/** Refuses a base URL that requests cannot be built on. It is not shown: it may hold a password. */
export function checkBaseUrl({ baseUrl }: ClientOptions, refuse: Refuse): void {
  // A page's own origin stands behind a relative base URL.
  const origin = globalThis.location?.href;
  let url: URL;
  try {
    url = new URL(baseUrl, origin);
  } catch {
    throw refuse("baseUrl", "must be an absolute URL such as https://api.example.com");
  }
  if (!/^https?:$/.test(url.protocol))
    throw refuse("baseUrl", "must begin with http:// or https://");
  if (url.username || url.password) {
    throw refuse("baseUrl", "must not hold credentials; use the options token or headers");
  }
  if (url.search || url.hash) throw refuse("baseUrl", "must not hold a query or a fragment");
}
