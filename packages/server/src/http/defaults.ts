import type { CorsOrigins } from "./cors.ts";

// What the command line names of HTTP, apart from what serves it: each command would load that, too.

/** Seconds; longer than the 60 of common load balancers, so that they close idle connections first. */
export const KEEP_ALIVE_S = 65;

/** Requests that are logged: all, those with a status of 500 or above, or none. */
export type LoggedRequests = (typeof LOGGED_REQUESTS)[number];
export const LOGGED_REQUESTS = ["all", "failed", "none"] as const;

/** Settings of the HTTP server that are those of the command line. */
export interface ServerSettings {
  readonly cors: CorsOrigins;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, CIDR ranges, or named ranges. */
  readonly trustProxy: readonly string[];
  /** Seconds after which a connection without a request is closed. Default: 65. */
  readonly keepAlive?: number;
  /** Default: all. */
  readonly logRequests?: LoggedRequests;
}
