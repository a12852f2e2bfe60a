import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { LoggedRequests } from "./defaults.ts";
import { pathOf } from "./spec.ts";

/** Logged instead of a parameter that the operation does not have. */
const UNKNOWN = "…";

/** Part of the log line that is the same for each request of a URL. */
export interface LoggedTarget {
  /** Absent if the logger adds it. */
  readonly requestId?: string;
  readonly method: string;
  readonly url: string;
  readonly query?: readonly string[];
}

/**
 * Returns what is logged of a request target. Headers are left out, because they contain tokens; of the
 * query only the names that the operation has are logged, because callers send secrets there by mistake,
 * as a value or as a name.
 *
 * @param known Names of the query parameters of the operation.
 */
export function loggedTarget(
  method: string,
  url: string,
  known: ReadonlySet<string> = new Set(),
): LoggedTarget {
  const target = { method, url: pathOf(url) };
  const [, search = ""] = /\?([^#]*)/.exec(url) ?? [];
  if (search === "") {
    return target;
  }
  const names = search.split("&").map((part) => part.replace(/=.*$/s, ""));
  return {
    ...target,
    query: [...new Set(names.map((name) => (known.has(name) ? name : UNKNOWN)))],
  };
}

/** Creates the log of responses, in one line each, of which some may be left out. */
export function createRequestLog(logged: LoggedRequests = "all") {
  /** @param ms Milliseconds since the request arrived. */
  const logResponse = (
    log: FastifyBaseLogger,
    target: LoggedTarget,
    ip: string | undefined,
    status: number,
    ms: number,
  ) => {
    if (logged === "all" || (logged === "failed" && status >= 500)) {
      log.info({ ...target, ip, status, ms: Number(ms.toFixed(3)) }, "request");
    }
  };
  const logRequest = (
    { method, url, log, ip, routeOptions }: FastifyRequest,
    reply: FastifyReply,
  ) =>
    logResponse(
      log,
      loggedTarget(method, url, routeOptions?.config.queryNames),
      ip,
      reply.statusCode,
      reply.elapsedTime,
    );
  return { logResponse, logRequest };
}
