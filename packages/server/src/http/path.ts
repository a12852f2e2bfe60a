/**
 * Converts an OpenAPI path template into a Fastify route.
 *
 * @example
 * routerPath("/v2/{chain_name}/blocks/{block_number}"); // "/v2/:chain_name/blocks/:block_number"
 */
export function routerPath(path: string): string {
  return path.replaceAll(":", "::").replace(/\{([^}]+)\}/g, ":$1");
}

/** Creates a matcher of request paths (without query) for a path template. */
export function pathMatcher(path: string): (requested: string) => boolean {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join("[^/]+")}$`);
  return (requested) => pattern.test(requested);
}

/** Returns the methods that a route accepts. */
export function methodsOf(method: string): readonly string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Returns the path of a request target, which may include origin and query. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}
