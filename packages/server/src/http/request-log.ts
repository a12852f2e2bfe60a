import type { FastifyReply, FastifyRequest } from "fastify";

/** Logs a request in one line. Headers are left out, because they contain tokens. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, ip } = request;
  const ms = Math.round(reply.elapsedTime * 1000) / 1000;
  request.log.info({ method, url, ip, status: reply.statusCode, ms }, "request");
}
