import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { isMatch, type ResponseKeeper } from "./caching.ts";
import type { ClientAddress } from "./client-address.ts";
import type { CorsOrigins } from "./cors.ts";
import type { Gate } from "./gate.ts";
import { type LoggedTarget, loggedTarget } from "./request-log.ts";
import type { OperationSpec } from "./spec.ts";

/** A kept response that has been sent. */
interface SentResponse {
  readonly operation: OperationSpec;
  readonly target: LoggedTarget;
  readonly requestId: string;
  readonly ip: string | undefined;
  readonly status: number;
  /** Milliseconds since the request arrived. */
  readonly ms: number;
}

/** Responses by URL, which are sent without routing. */
export interface ResponseCache extends ResponseKeeper {
  /** Wraps the handler of the server, which receives the requests that have no kept response. */
  before(next: RequestListener): RequestListener;
  /** Sends no kept responses from now on. */
  close(): void;
}

interface Options {
  /** Checks the rate limit of each request. */
  readonly gate: Gate;
  readonly cors: CorsOrigins;
  readonly addressOf: ClientAddress;
  readonly requestIdOf: (headers: IncomingHttpHeaders) => string;
  /** Called after each response, for log and metrics. */
  readonly sent: (response: SentResponse) => void;
}

/**
 * Creates the cache of responses. Routing, reading parameters and serializing cost more
 * than Node needs to send such a response; requests that any of it could treat differently are passed on.
 */
export function createResponseCache({ gate, cors, ...options }: Options): ResponseCache {
  const responses = keptResponses();
  const dependsOnOrigin = cors !== "*" && cors.length > 0;
  let isClosed = false;

  /** Whether the response depends on nothing but the URL, and the request is in order. */
  const isPlain = (method: string | undefined, headers: IncomingHttpHeaders) =>
    (method === "GET" || method === "HEAD") &&
    headers.host !== undefined &&
    headers.authorization === undefined &&
    !(dependsOnOrigin && headers.origin !== undefined);

  /** Whether a response may be sent; it counts against the limit of the caller then. */
  const isAllowed = (
    { isCurrent, operation }: KeptResponse,
    ip: string | undefined,
    headers: IncomingHttpHeaders,
  ) => {
    try {
      return isCurrent() && gate({ ip: ip ?? "", headers }, operation) === undefined;
    } catch {
      // The router responds with the error, in the form of the area.
      return false;
    }
  };

  const send = (request: IncomingMessage, response: ServerResponse): boolean => {
    const from = performance.now();
    const kept = responses.get(request.url ?? "", from);
    const { method = "", headers } = request;
    if (!kept || isClosed || !isPlain(method, headers)) {
      return false;
    }
    const ip = options.addressOf(request);
    if (!isAllowed(kept, ip, headers)) {
      return false;
    }
    const { operation } = kept;
    const target = method === kept.target.method ? kept.target : { ...kept.target, method };
    const requestId = options.requestIdOf(headers);
    const status = isMatch(headers["if-none-match"], kept.etag) ? 304 : 200;
    response.once("finish", () =>
      options.sent({ operation, target, requestId, ip, status, ms: performance.now() - from }),
    );
    const own = status === 304 ? kept.headersOf304 : kept.headers;
    response.writeHead(status, [...own, "x-request-id", requestId]);
    response.end(status === 304 || method === "HEAD" ? undefined : kept.body);
    return true;
  };

  return {
    before: (next) => (request, response) => {
      if (!send(request, response)) {
        next(request, response);
      }
    },
    shouldKeep: ({ method, headers, url }) => isPlain(method, headers) && responses.isRepeated(url),
    keep: (request, reply, body, isCurrent = () => true) =>
      responses.keep(request, reply, body, isCurrent),
    close() {
      isClosed = true;
    },
  };
}

/** Maximum size of all bodies and of one, which is that of a page: large ones take longest to make. */
const MAX_BYTES = 16 * 2 ** 20;
const MAX_BODY_BYTES = MAX_BYTES / 16;
/**
 * Longer bodies are kept as bytes, which need not be encoded for each response (bench: 100 rows of the hottest address);
 * others as text, which Node sends together with the headers.
 */
const SMALL_CHARACTERS = 16 * 1024;
/** URLs that are remembered from their first request; all are forgotten when there are more. */
const MAX_SEEN = 10_000;
/** Headers and the objects of an entry. */
const OVERHEAD_BYTES = 1_000;
/** Bounds how long a block that was pruned, or removed by hand, is still served. */
const MAX_AGE_MS = 10_000;

/** A response that is sent to everyone who requests its URL. */
interface KeptResponse {
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

/** Creates an empty set of serialized responses by URL, in bounded memory. */
function keptResponses() {
  const responses = new LRUCache<string, KeptResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, target }) => OVERHEAD_BYTES + body.length + 2 * target.url.length,
  });
  const seen = new Set<string>();
  return {
    /** Returns a response unless it is too old. @param now Of the monotonic clock. */
    get(url: string, now: number): KeptResponse | undefined {
      const kept = responses.get(url);
      return kept && now - kept.keptAt <= MAX_AGE_MS ? kept : undefined;
    },
    /** Whether a URL has been requested before. */
    isRepeated(url: string): boolean {
      if (seen.has(url)) {
        return true;
      }
      if (seen.size === MAX_SEEN) {
        seen.clear();
      }
      seen.add(url);
      return false;
    },
    /** Keeps a response that is about to be sent. */
    keep(request: FastifyRequest, reply: FastifyReply, body: string, isCurrent: () => boolean) {
      const { operation, queryNames } = request.routeOptions.config;
      const { method, url } = request;
      if (!operation || body.length > MAX_BODY_BYTES) {
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
        body: body.length > SMALL_CHARACTERS ? Buffer.from(body) : body,
        isCurrent,
        keptAt: performance.now(),
      });
    },
  };
}

function linesOf(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}
