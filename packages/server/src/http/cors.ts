import type { FastifyReply, FastifyRequest } from "fastify";
import { COVERAGE_HEADER } from "./caching.ts";

/** Origins that may read responses: all, or those listed. */
export type CorsOrigins = "*" | readonly string[];

/** Response headers that web pages may read. */
export const EXPOSED = `etag, retry-after, x-request-id, ${COVERAGE_HEADER}`;
const DAY_SECONDS = "86400";

/**
 * Sets the CORS headers of the data areas. There are no cookies, so that a page gains nothing that
 * its visitor could not fetch directly. Management has no CORS: its tokens do not belong in web pages.
 */
export function allowOrigin(
  origins: CorsOrigins,
  request: FastifyRequest,
  reply: FastifyReply,
  exposed: string = EXPOSED,
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
  reply.header("access-control-expose-headers", exposed);
}

/** Sets the headers of a preflight response. */
export function allowMethods(methods: readonly string[], reply: FastifyReply): void {
  reply
    .header("access-control-allow-methods", methods.join(", "))
    .header("access-control-allow-headers", "authorization, content-type, x-request-id")
    .header("access-control-max-age", DAY_SECONDS);
}
