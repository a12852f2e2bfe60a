import type { FastifyReply, FastifyRequest } from "fastify";
import { COVERAGE_HEADER } from "./caching.ts";

/** Origins that may read responses: all, or those listed. */
export type CorsOrigins = "*" | readonly string[];

/** Response headers that web pages may read. */
export const EXPOSED = `etag, retry-after, x-request-id, ${COVERAGE_HEADER}`;

/**
 * Sets the CORS headers of the data areas. There are no cookies, so that a page gains nothing that
 * its visitor could not fetch directly. Management has no CORS: its tokens do not belong in web pages.
 */
export function allowOrigin(
  origins: CorsOrigins,
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  exposed: string = EXPOSED,
): void {
  if (origins !== "*" && origins.length > 0) {
    reply.header("vary", "origin");
  }
  const allowed = origins === "*" ? origins : origins.find((each) => each === origin);
  if (allowed !== undefined) {
    reply.headers({
      "access-control-allow-origin": allowed,
      "access-control-expose-headers": exposed,
    });
  }
}

/** Sets the headers of a preflight response, if any origin is allowed. */
export function allowMethods(
  origins: CorsOrigins,
  methods: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (origins.length > 0 && methods.length > 0) {
    allowOrigin(origins, request, reply);
    reply.headers({
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": "authorization, content-type, x-request-id",
      "access-control-max-age": "86400",
    });
  }
}
