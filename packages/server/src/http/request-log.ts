import type { FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "./path.ts";

/**
 * Logs a request in one line. Headers are left out, because they contain tokens; of the query only the
 * names of its parameters are logged, because callers send secrets there by mistake.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, ip } = request;
  const url = pathOf(request.url);
  const [, search = ""] = /\?([^#]*)/.exec(request.url) ?? [];
  const names = [...new Set(search.split("&").map((part) => part.replace(/=.*$/s, "")))];
  const query = search === "" ? {} : { query: names };
  const ms = Math.round(reply.elapsedTime * 1000) / 1000;
  request.log.info({ method, url, ...query, ip, status: reply.statusCode, ms }, "request");
}
