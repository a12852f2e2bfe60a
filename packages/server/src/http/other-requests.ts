import type { FastifyInstance } from "fastify";
import type { TrustedProxies } from "./client-address.ts";
import { tooManyRequests } from "./gate.ts";
import { isPrivate, networkOf } from "./network.ts";
import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Absent on operations, and on pages and preflights. An endpoint checks its callers itself. */
    kind?: "probe" | "endpoint";
  }
}

interface Options {
  readonly isTrusted: TrustedProxies;
  /** Per IPv4 address or IPv6 /64 network. */
  readonly anonymousLimit: RateLimit;
  /** Per token. */
  readonly tokenLimit: RateLimit;
}

/**
 * Limits the requests that are no operations, per address, so that none is free. Probes have a budget of
 * the size of the anonymous limit; preflights, pages and unknown paths one of the size of the token limit.
 * Probes of private networks and trusted proxies are not limited: an orchestrator that is refused would
 * stop the service.
 */
export function limitOtherRequests(
  app: FastifyInstance,
  { isTrusted, anonymousLimit, tokenLimit }: Options,
): void {
  const limiter = createRateLimiter();
  const isExempt = (address: string) => isPrivate(address) || isTrusted(address, 0);
  const waitOf = (address: string, isProbe: boolean) => {
    if (isProbe) {
      return isExempt(address) ? 0 : limiter.take(`probes ${networkOf(address)}`, anonymousLimit);
    }
    return limiter.take(`others ${networkOf(address)}`, tokenLimit);
  };
  app.addHook("onRequest", ({ ip, routeOptions }, _reply, done) => {
    const { kind, operation } = routeOptions?.config ?? {};
    if (operation || kind === "endpoint") {
      done();
      return;
    }
    const waitMs = waitOf(ip, kind === "probe");
    done(waitMs > 0 ? tooManyRequests(waitMs) : undefined);
  });
}
