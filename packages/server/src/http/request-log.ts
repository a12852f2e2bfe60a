import type { FastifyReply, FastifyRequest } from "fastify";

/** Writes the one line of the log that each request has. Headers are left out: they hold tokens. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, ip } = request;
  const ms = Math.round(reply.elapsedTime * 1000) / 1000;
  request.log.info({ method, url, ip, status: reply.statusCode, ms }, "request");
}
