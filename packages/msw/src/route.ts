import { pathPattern } from "@chainkit/openapi";
import type { OperationDescription } from "@chainkit/runtime";

/** Finds out whether a URL is one of an operation, and the values of its path parameters. */
export interface Route {
  readonly pattern: RegExp;
  /** Values by name, decoded; undefined if the URL is another or is no UTF-8. */
  readonly match: (url: string) => Readonly<Record<string, string>> | undefined;
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

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

/** The route of an operation below a base URL. */
export function routeOf(base: string, { path }: Pick<OperationDescription, "path">): Route {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const { source } = pathPattern(path);
  // A segment is not empty.
  const pattern = new RegExp(
    `^${literal(base)}${source.slice(1).replaceAll("([^/]*)", "([^/]+)")}`,
  );
  const match: Route["match"] = (url) => {
    const values = pattern.exec(url.replace(/[?#].*$/, ""))?.slice(1);
    try {
      return values && Object.fromEntries(values.map((each, at) => [names[at], decode(each)]));
    } catch {
      return undefined;
    }
  };
  return { pattern, match };
}

const decode = (text: string) => decodeURIComponent(text);

/** The URLs below a base URL. */
export function below(base: string): RegExp {
  return new RegExp(`^${literal(base)}(?:/.*)?$`);
}
