/**
 * The path of an operation as Fastify writes it.
 *
 * @example
 * routerPath("/v2/{chain_name}/blocks/{block_number}"); // "/v2/:chain_name/blocks/:block_number"
 */
export function routerPath(path: string): string {
  return path.replaceAll(":", "::").replace(/\{([^}]+)\}/g, ":$1");
}

/** Tells whether a path, without its query, is one of an operation. */
export function pathMatcher(path: string): (requested: string) => boolean {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join("[^/]+")}$`);
  return (requested) => pattern.test(requested);
}

/** The methods that a request to an operation may have. */
export function methodsOf(method: string): readonly string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** The path of the target of a request, which may have a host before it and a query behind it. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}
