import type { FastifyReply, FastifyRequest } from "fastify";

/** Origins of web pages that may read answers: all, none, or those listed. */
export type CorsOrigins = "*" | readonly string[];

const EXPOSED = "retry-after, x-request-id";
const DAY_SECONDS = "86400";

/**
 * Lets web pages read the data areas. There are no cookies, so an open answer gives a page nothing
 * that its visitor could not fetch without it. Management stays closed: its tokens do not belong
 * into web pages.
 */
export function allowOrigin(
  origins: CorsOrigins,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { origin } = request.headers;
  if (origins === "*") {
    reply.header("access-control-allow-origin", "*");
  } else if (origins.length > 0) {
    reply.header("vary", "origin");
    if (origin === undefined || !origins.includes(origin)) {
      return;
    }
    reply.header("access-control-allow-origin", origin);
  } else {
    return;
  }
  reply.header("access-control-expose-headers", EXPOSED);
}

/** Answers the question that a browser asks before a request with an API key. */
export function allowMethods(methods: readonly string[], reply: FastifyReply): void {
  reply
    .header("access-control-allow-methods", methods.join(", "))
    .header("access-control-allow-headers", "authorization, content-type, x-request-id")
    .header("access-control-max-age", DAY_SECONDS);
}
