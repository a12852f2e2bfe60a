import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type LoggedTarget, loggedTarget } from "./request-log.ts";
import type { OperationSpec } from "./spec.ts";

/** Maximum size of all bodies and of one. */
const MAX_BYTES = 16 * 2 ** 20;
const MAX_BODY_BYTES = MAX_BYTES / 64;
/** URLs that are remembered from their first request; all are forgotten when there are more. */
const MAX_SEEN = 10_000;
/** Headers and the objects of an entry. */
const OVERHEAD_BYTES = 1_000;
/** Bounds how long a block that was pruned, or removed by hand, is still served. */
const MAX_AGE_MS = 10_000;

/** A response that is sent to everyone who requests its URL. */
export interface KeptResponse {
  readonly operation: OperationSpec;
  readonly target: LoggedTarget;
  readonly etag: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Of a response without body, to a caller that has it already. */
  readonly headersOf304: readonly string[];
  readonly body: string | Buffer;
  readonly isCurrent: () => boolean;
  readonly keptAt: number;
}

/** Serialized responses by URL, in bounded memory. */
export interface KeptResponses {
  /** Returns a response unless it is too old. @param now Of the monotonic clock. */
  get(url: string, now: number): KeptResponse | undefined;
  /**
   * Keeps a response that is about to be sent, unless it is the first of its URL: most are requested once,
   * and keeping costs more than it saves then.
   */
  keep(
    request: FastifyRequest,
    reply: FastifyReply,
    body: string | Buffer,
    isCurrent: () => boolean,
  ): void;
}

/** Creates an empty set of kept responses. */
export function keptResponses(): KeptResponses {
  const responses = new LRUCache<string, KeptResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, target }) => OVERHEAD_BYTES + body.length + 2 * target.url.length,
  });
  const seen = new Set<string>();
  const isFirst = (url: string) => {
    if (seen.has(url)) {
      return false;
    }
    if (seen.size === MAX_SEEN) {
      seen.clear();
    }
    seen.add(url);
    return true;
  };
  return {
    get(url, now) {
      const kept = responses.get(url);
      return kept && now - kept.keptAt <= MAX_AGE_MS ? kept : undefined;
    },
    keep(request, reply, body, isCurrent) {
      const { operation, queryNames } = request.routeOptions.config;
      const { method, url } = request;
      if (!operation || body.length > MAX_BODY_BYTES || isFirst(url)) {
        return;
      }
      const {
        "x-request-id": _id,
        "content-type": type,
        "content-length": _length,
        ...common
      } = reply.getHeaders();
      responses.set(url, {
        operation,
        target: loggedTarget(method, url, queryNames),
        etag: String(common.etag),
        headers: linesOf({
          ...common,
          "content-type": type,
          "content-length": Buffer.byteLength(body),
        }),
        headersOf304: linesOf(common),
        body,
        isCurrent,
        keptAt: performance.now(),
      });
    },
  };
}

function linesOf(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}
