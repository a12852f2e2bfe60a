import { literal, pathPattern } from "@chainkit/openapi";
import type { OperationDescription } from "@chainkit/runtime";

/**
 * The base URL with its origin and without a slash at its end.
 *
 * @throws Error if it is not a URL, or relative outside of a browser.
 */
export function absolute(baseUrl: string): string {
  const page = globalThis.location?.href;
  if (!URL.canParse(baseUrl, page)) {
    const expected = `an http(s) URL${page === undefined ? ", or relative in a browser" : ""}`;
    throw new Error(`handlers: baseUrl must be ${expected}; received ${JSON.stringify(baseUrl)}`);
  }
  return new URL(baseUrl, page).href.replace(/\/$/, "");
}

/** The URLs of an operation below a base URL. */
export function routeOf(base: string, { path }: Pick<OperationDescription, "path">): RegExp {
  const { source } = pathPattern(path);
  // A segment is not empty.
  return new RegExp(`^${literal(base)}${source.slice(1).replaceAll("([^/]*)", "([^/]+)")}`);
}

/** The URLs below a base URL. */
export function below(base: string): RegExp {
  return new RegExp(`^${literal(base)}(?:/.*)?$`);
}
