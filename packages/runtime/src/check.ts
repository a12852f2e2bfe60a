import type { SharedOptions } from "./options.ts";

/** Refuses one input: the parameter or option, and what is wrong with it. */
export type Refuse = (parameter: string, what: string) => Error;

/** Refuses options that would fail later, or show a secret when they do. */
export function checkOptions({ timeoutMs, retry, headers }: SharedOptions, refuse: Refuse): void {
  for (const [name, value] of Object.entries({ timeoutMs, ...retry })) {
    if (value !== undefined && !(value >= 0))
      throw refuse(name, `must be at least 0; got ${value}`);
  }
  try {
    new Headers(headers);
  } catch {
    throw refuse("headers", "hold a name or value that HTTP does not allow");
  }
}

/** Refuses a base URL that requests cannot be built on. It is not shown: it may hold a password. */
export function checkBaseUrl(baseUrl: string, refuse: Refuse): void {
  try {
    // A page's own origin stands behind a relative base URL.
    const url = new URL(baseUrl, globalThis.location?.href);
    if (/^https?:$/.test(url.protocol) && url.origin + url.pathname === url.href) return;
  } catch {}
  throw refuse("baseUrl", "must be an http(s) URL without credentials, query and fragment");
}
