import type { FastifyRequest } from "fastify";
import type { TokenScope } from "../store/management-store.ts";
import { HttpError } from "./http-error.ts";
import { networkOf } from "./network.ts";
import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";
import type { OperationSpec } from "./spec.ts";

/** Who sent a token that is accepted. */
export interface Principal {
  readonly id: string;
  readonly scope: TokenScope;
}

/** How callers are told apart and held back. */
export interface GateOptions {
  /** Whose token a text is; undefined: nobody's. */
  readonly authenticate: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** For each IPv4 address or IPv6 network that sends no accepted token. */
  readonly anonymousLimit: RateLimit;
  /** For each token. */
  readonly tokenLimit: RateLimit;
}

/**
 * Makes the function that lets a request pass or throws 401 or 429.
 *
 * A refused token counts against the address it came from, so guessing is limited too. Where an
 * operation takes no token, one that is sent anyway is looked at only to find the rate limit.
 */
export function createGate(
  options: GateOptions,
): (request: FastifyRequest, operation: OperationSpec) => Promise<void> {
  const limiter = createRateLimiter();
  return async (request, { auth }) => {
    const header = request.headers.authorization;
    const token = header === undefined ? undefined : bearerToken(header);
    const principal = token === undefined ? undefined : await options.authenticate(token);
    const waitMs = principal
      ? limiter.take(`token ${principal.id}`, options.tokenLimit)
      : limiter.take(`address ${networkOf(request.ip)}`, options.anonymousLimit);
    if (waitMs > 0) {
      throw tooManyRequests(waitMs);
    }
    if (auth === "required" && principal?.scope !== "management") {
      throw unauthorized("missing or invalid token", header !== undefined);
    }
    if (auth === "optional" && header !== undefined && !principal) {
      throw unauthorized("The API key is not accepted.", true);
    }
  };
}

function bearerToken(header: string): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(header)?.[1];
}

function tooManyRequests(waitMs: number): HttpError {
  const seconds = Math.ceil(waitMs / 1000);
  const detail = `Too many requests. Wait ${seconds} second${seconds === 1 ? "" : "s"}.`;
  return new HttpError(429, detail, { headers: { "retry-after": String(seconds) } });
}

function unauthorized(detail: string, wasSent: boolean): HttpError {
  const challenge = wasSent ? 'Bearer error="invalid_token"' : "Bearer";
  return new HttpError(401, detail, { headers: { "www-authenticate": challenge } });
}
