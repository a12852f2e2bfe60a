import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { StoredToken, TokenScope } from "../store/management-store.ts";
import { isPrivate, networkOf, type TrustedProxies } from "./client-address.ts";
import { HttpError, tooManyRequests } from "./http-error.ts";
import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";
import type { OperationSpec } from "./spec.ts";

/** The owner of a valid token. */
export type Principal = Pick<StoredToken, "id" | "name" | "scope">;

export interface GateOptions {
  /** Returns the owner of a token; undefined if it is not valid. */
  readonly authenticate: (token: string) => Promise<Principal | undefined>;
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

declare module "fastify" {
  interface FastifyContextConfig {
    /** Absent on operations, and on pages and preflights. An endpoint checks its callers itself. */
    kind?: "probe" | "endpoint";
  }
}

/** Required where the contract declares no scope, so that an omission does not admit every token. */
const STRICTEST: readonly TokenScope[] = ["management"];

/** Tokens that were valid, which are looked up again without counting as a guess. */
const MAX_KNOWN_TOKENS = 10_000;

/**
 * Creates the checks of authentication and rate limits, which throw 401 or 429.
 *
 * Each request is counted before its token is looked up, so that a rejected one costs no query. A token
 * that has been valid counts as itself. Any other counts as a guess of its address: guesses have a limit
 * of their own, so that requests without a token do not lock out valid tokens of the same address. Where
 * an operation declares no security, a token only selects the rate limit.
 */
export function createGate(
  { authenticate, anonymousLimit, tokenLimit }: GateOptions,
  isTrusted: TrustedProxies,
) {
  const limiter = createRateLimiter();
  const idOf = new LRUCache<string, string>({ max: MAX_KNOWN_TOKENS });
  /** Requests with the same token that arrive at once wait for one lookup. */
  const lookups = new Map<string, Promise<Principal | undefined>>();
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
    const lookup = lookups.get(token) ?? authenticate(token).finally(() => lookups.delete(token));
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
  const gate: Gate = (request, operation) => {
    const [, token] = /^bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? "") ?? [];
    if (token !== undefined) {
      return admitOwner(request, operation, token);
    }
    // Without a limit, parsing the address can be skipped.
    if (anonymousLimit.perSecond > 0) {
      charge(callerOf(request, undefined), anonymousLimit);
    }
    assertAllowed(request, operation, undefined);
    return undefined;
  };
  return {
    gate,
    /**
     * Limits requests that are no operations, per address, so that none is free. Probes have a budget of the
     * size of the anonymous limit; preflights, pages and unknown paths one of the size of the token limit.
     * Probes of private networks and trusted proxies are not limited: an orchestrator that is refused would
     * stop the service.
     */
    limitOther({ ip, routeOptions: { config } }: FastifyRequest): void {
      if (config.kind === "probe") {
        if (!isPrivate(ip) && !isTrusted(ip)) {
          charge(`probes ${networkOf(ip)}`, anonymousLimit);
        }
      } else if (!config.operation && config.kind !== "endpoint") {
        charge(`others ${networkOf(ip)}`, tokenLimit);
      }
    },
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

function unauthorized(detail: string, hasToken: boolean): HttpError {
  const challenge = hasToken ? 'Bearer error="invalid_token"' : "Bearer";
  return new HttpError(401, detail, { headers: { "www-authenticate": challenge } });
}
