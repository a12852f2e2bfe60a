import { CallError, type CallFacts } from "./api-error.ts";
import type { SharedOptions } from "./options.ts";

/** Makes the error for one input: the parameter or option, and what is wrong with it. */
export type Refuse = (parameter: string, what: string) => Error;

/** Refuses input of the call or client that `facts` names. */
export const refuser =
  (facts: CallFacts): Refuse =>
  (parameter, what) =>
    new CallError("input", facts, `${parameter} ${what}`, { parameter });

/** Refuses times and counts that a timer or a loop would take for something else. */
export function checkOptions({ timeoutMs, retry }: SharedOptions, refuse: Refuse): void {
  for (const [name, value] of timeoutMs === undefined && !retry
    ? []
    : Object.entries({ timeoutMs, ...retry })) {
    if (value !== undefined && !(value >= 0)) {
      throw refuse(name, `must be at least 0; got ${value}`);
    }
  }
}

/** Refuses a base URL that requests cannot be built on. It is not shown: it may hold a password. */
export function checkBaseUrl(baseUrl: string, refuse: Refuse): void {
  try {
    // A page's own origin stands behind a relative base URL.
    const url = new URL(baseUrl, globalThis.location?.href);
    if (/^https?:$/.test(url.protocol) && url.origin + url.pathname === url.href) {
      return;
    }
  } catch {}
  throw refuse("baseUrl", "must be an http(s) URL without credentials, query and fragment");
}
