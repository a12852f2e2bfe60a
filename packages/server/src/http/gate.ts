import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { StoredToken, TokenScope } from "../store/management-store.ts";
import { isPrivate, networkOf, type TrustedProxies } from "./client-address.ts";
import { HttpError } from "./http-error.ts";
import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";
import type { OperationSpec } from "./spec.ts";

/** The owner of a valid token. */
export type Principal = Pick<StoredToken, "id" | "scope"> & Partial<Pick<StoredToken, "name">>;

export interface GateOptions {
  /** Returns the owner of a token; undefined if it is not valid. */
  readonly authenticate: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** Per IPv4 address or IPv6 /64 network without a valid token. */
  readonly anonymousLimit: RateLimit;
  /** Per token. */
  readonly tokenLimit: RateLimit;
}

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

/** Tokens that were valid, which are looked up again without counting as a guess. */
const MAX_KNOWN_TOKENS = 10_000;

/**
 * Creates the check of authentication and rate limit, which throws 401 or 429.
 *
 * Each request is counted before its token is looked up, so that a rejected one costs no query. A token
 * that has been valid counts as itself. Any other counts as a guess of its address: guesses have a limit
 * of their own, so that requests without a token do not lock out valid tokens of the same address. Where
 * an operation declares no security, a token only selects the rate limit.
 */
export function createGate(options: GateOptions): Gate {
  const limiter = createRateLimiter();
  const { anonymousLimit, tokenLimit } = options;
  const idOf = new LRUCache<string, string>({ max: MAX_KNOWN_TOKENS });
  /** Requests with the same token that arrive at once wait for one lookup. */
  const lookups = new Map<string, Promise<Principal | undefined>>();
  const lookUp = async (token: string) => options.authenticate(token);
  const charge = (caller: string, limit: RateLimit) => {
    const waitMs = limiter.take(caller, limit);
    if (waitMs > 0) {
      throw tooManyRequests(waitMs);
    }
  };
  const admitOwner = async (request: CallerRequest, operation: Operation, token: string) => {
    const knownId = idOf.get(token);
    const isGuess = knownId === undefined && !lookups.has(token);
    const guesser = `guesses of ${networkOf(request.ip)}`;
    if (knownId !== undefined) {
      charge(tokenCaller(knownId), tokenLimit);
    } else if (isGuess) {
      charge(guesser, anonymousLimit);
    }
    const lookup = lookups.get(token) ?? lookUp(token).finally(() => lookups.delete(token));
    lookups.set(token, lookup);
    const principal = await lookup;
    if (principal) {
      idOf.set(token, principal.id);
      if (isGuess) {
        limiter.refund(guesser);
      }
      if (knownId === undefined) {
        charge(tokenCaller(principal.id), tokenLimit);
      }
    } else {
      idOf.delete(token);
    }
    assertAllowed(request, operation, principal);
    return principal;
  };
  return (request, operation) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) {
      // Without a limit, parsing the address can be skipped.
      if (anonymousLimit.perSecond > 0) {
        charge(callerOf(request, undefined), anonymousLimit);
      }
      assertAllowed(request, operation, undefined);
      return undefined;
    }
    return admitOwner(request, operation, token);
  };
}

/** @throws HttpError 401. */
function assertAllowed(
  { headers: { authorization } }: CallerRequest,
  { auth, scopes }: Operation,
  principal: Principal | undefined,
): void {
  const accepted: readonly string[] = scopes.length > 0 ? scopes : STRICTEST;
  const isAllowed = principal && accepted.includes(principal.scope);
  if (auth === "required" && !isAllowed) {
    throw unauthorized("missing or invalid token", authorization !== undefined);
  }
  if (auth === "optional" && authorization !== undefined && !principal) {
    throw unauthorized("The API key is not accepted.", true);
  }
}

/** Identifies a caller by token, or else by IPv4 address or IPv6 /64 network. */
export function callerOf(
  { ip }: Pick<FastifyRequest, "ip">,
  principal: Principal | undefined,
): string {
  return principal ? tokenCaller(principal.id) : `address ${networkOf(ip)}`;
}

function tokenCaller(id: string): string {
  return `token ${id}`;
}

function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer +([^\s]+) *$/i.exec(header)?.[1];
}

/** Creates a 429 with the time to wait in whole seconds. @param what Plural noun of what there was too much of. */
export function tooManyRequests(waitMs: number, what = "requests"): HttpError {
  const seconds = Math.ceil(waitMs / 1000);
  const detail = `Too many ${what}. Wait ${seconds} second${seconds === 1 ? "" : "s"}.`;
  return new HttpError(429, detail, { headers: { "retry-after": String(seconds) } });
}

function unauthorized(detail: string, hasToken: boolean): HttpError {
  const challenge = hasToken ? 'Bearer error="invalid_token"' : "Bearer";
  return new HttpError(401, detail, { headers: { "www-authenticate": challenge } });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Absent on operations, and on pages and preflights. An endpoint checks its callers itself. */
    kind?: "probe" | "endpoint";
  }
}

/**
 * Creates the limit of requests that are no operations, per address, so that none is free. Probes have a budget of
 * the size of the anonymous limit; preflights, pages and unknown paths one of the size of the token limit.
 * Probes of private networks and trusted proxies are not limited: an orchestrator that is refused would
 * stop the service.
 */
export function limitOtherRequests(
  { anonymousLimit, tokenLimit }: GateOptions,
  isTrusted: TrustedProxies,
): (request: FastifyRequest) => void {
  const limiter = createRateLimiter();
  return ({ ip, routeOptions }) => {
    const { kind, operation } = routeOptions.config;
    const isProbe = kind === "probe";
    if (operation || kind === "endpoint" || (isProbe && (isPrivate(ip) || isTrusted(ip)))) {
      return;
    }
    const waitMs = isProbe
      ? limiter.take(`probes ${networkOf(ip)}`, anonymousLimit)
      : limiter.take(`others ${networkOf(ip)}`, tokenLimit);
    if (waitMs > 0) {
      throw tooManyRequests(waitMs);
    }
  };
}
