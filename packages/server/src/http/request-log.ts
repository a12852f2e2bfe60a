import type { FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "./path.ts";

/** Logged instead of a parameter that the operation does not have. */
const UNKNOWN = "…";

/**
 * Logs a request in one line. Headers are left out, because they contain tokens; of the query only the
 * names that the operation has are logged, because callers send secrets there by mistake, as a value or
 * as a name.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, ip } = request;
  const url = pathOf(request.url);
  const ms = Math.round(reply.elapsedTime * 1000) / 1000;
  const { queryNames } = request.routeOptions?.config ?? {};
  request.log.info(
    { method, url, ...queryOf(request.url, queryNames), ip, status: reply.statusCode, ms },
    "request",
  );
}

function queryOf(
  url: string,
  known: ReadonlySet<string> = new Set(),
): { readonly query?: readonly string[] } {
  const [, search = ""] = /\?([^#]*)/.exec(url) ?? [];
  if (search === "") {
    return {};
  }
  const names = search.split("&").map((part) => part.replace(/=.*$/s, ""));
  return { query: [...new Set(names.map((name) => (known.has(name) ? name : UNKNOWN)))] };
}
