import type { FastifyRequest } from "fastify";
import type { TokenScope } from "../store/management-store.ts";
import { HttpError } from "./http-error.ts";
import { networkOf } from "./network.ts";
import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";
import type { OperationSpec } from "./spec.ts";

/** The owner of a valid token. */
export interface Principal {
  readonly id: string;
  readonly scope: TokenScope;
}

/** Options of `createGate`. */
export interface GateOptions {
  /** Returns the owner of a token; undefined if it is not valid. */
  readonly authenticate: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** Per IPv4 address or IPv6 /64 network without a valid token. */
  readonly anonymousLimit: RateLimit;
  /** Per token. */
  readonly tokenLimit: RateLimit;
}

/** Parts of a request that identify its caller. */
type CallerRequest = Pick<FastifyRequest, "ip" | "headers">;
type Operation = Pick<OperationSpec, "auth" | "scopes">;

/**
 * Checks authentication and rate limit of a request.
 *
 * @returns The owner of its token; undefined, without a promise, if it has none.
 * @throws HttpError 401 or 429, possibly as a rejection.
 */
export type Gate = (
  request: CallerRequest,
  operation: Operation,
) => Promise<Principal | undefined> | undefined;

/** Required where the contract declares no scope, so that an omission does not admit every token. */
const STRICTEST: readonly TokenScope[] = ["management"];

/**
 * Creates the check of authentication and rate limit, which throws 401 or 429.
 *
 * An invalid token counts against its address, so that guessing is limited as well. Where an operation
 * declares no security, a token only selects the rate limit.
 */
export function createGate(options: GateOptions): Gate {
  const limiter = createRateLimiter();
  const { anonymousLimit } = options;
  const takeAnonymous = (request: CallerRequest) =>
    // Without a limit, parsing the address can be skipped.
    anonymousLimit.perSecond === 0 ? 0 : limiter.take(callerOf(request, undefined), anonymousLimit);
  const admit = (
    request: CallerRequest,
    { auth, scopes }: Operation,
    principal: Principal | undefined,
  ) => {
    const { authorization } = request.headers;
    const waitMs = principal
      ? limiter.take(callerOf(request, principal), options.tokenLimit)
      : takeAnonymous(request);
    if (waitMs > 0) {
      throw tooManyRequests(waitMs);
    }
    const accepted: readonly string[] = scopes.length > 0 ? scopes : STRICTEST;
    const isAllowed = principal && accepted.includes(principal.scope);
    if (auth === "required" && !isAllowed) {
      throw unauthorized("missing or invalid token", authorization !== undefined);
    }
    if (auth === "optional" && authorization !== undefined && !principal) {
      throw unauthorized("The API key is not accepted.", true);
    }
  };
  const admitOwner = async (request: CallerRequest, operation: Operation, token: string) => {
    const principal = await options.authenticate(token);
    admit(request, operation, principal);
    return principal;
  };
  return (request, operation) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) {
      admit(request, operation, undefined);
      return undefined;
    }
    return admitOwner(request, operation, token);
  };
}

/** Identifies a caller by token, or else by IPv4 address or IPv6 /64 network. */
export function callerOf(
  { ip }: Pick<FastifyRequest, "ip">,
  principal: Principal | undefined,
): string {
  return principal ? `token ${principal.id}` : `address ${networkOf(ip)}`;
}

function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer +([^\s]+) *$/i.exec(header)?.[1];
}

/**
 * Creates a 429 with the time to wait in whole seconds.
 *
 * @param what Plural noun of what there was too much of.
 */
export function tooManyRequests(waitMs: number, what = "requests"): HttpError {
  const seconds = Math.ceil(waitMs / 1000);
  const detail = `Too many ${what}. Wait ${seconds} second${seconds === 1 ? "" : "s"}.`;
  return new HttpError(429, detail, { headers: { "retry-after": String(seconds) } });
}

function unauthorized(detail: string, hasToken: boolean): HttpError {
  const challenge = hasToken ? 'Bearer error="invalid_token"' : "Bearer";
  return new HttpError(401, detail, { headers: { "www-authenticate": challenge } });
}
