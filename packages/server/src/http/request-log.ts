import type { FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "./path.ts";

/**
 * Logs a request in one line. Headers are left out, because they contain tokens; of the query only the
 * names of its parameters are logged, because callers send secrets there by mistake.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, ip } = request;
  const url = pathOf(request.url);
  const ms = Math.round(reply.elapsedTime * 1000) / 1000;
  request.log.info(
    { method, url, ...queryOf(request.url), ip, status: reply.statusCode, ms },
    "request",
  );
}

function queryOf(url: string): { readonly query?: readonly string[] } {
  const [, search = ""] = /\?([^#]*)/.exec(url) ?? [];
  if (search === "") {
    return {};
  }
  return { query: [...new Set(search.split("&").map((part) => part.replace(/=.*$/s, "")))] };
}
