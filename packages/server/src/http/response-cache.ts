import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ClientAddress } from "./client-address.ts";
import type { CorsOrigins } from "./cors.ts";
import { isMatch } from "./entity-tag.ts";
import type { Gate } from "./gate.ts";
import { type KeptResponse, keptResponses } from "./kept-responses.ts";
import type { LoggedTarget } from "./request-log.ts";
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
export interface ResponseCache {
  /** Wraps the handler of the server, which receives the requests that have no kept response. */
  before(next: RequestListener): RequestListener;
  /**
   * Keeps a response that is about to be sent, if others may get the same one.
   *
   * @param isCurrent Whether it is still valid. Default: it is until the next release.
   */
  keep(
    request: FastifyRequest,
    reply: FastifyReply,
    body: string | Buffer,
    isCurrent?: () => boolean,
  ): void;
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
    if (!kept || isClosed) {
      return false;
    }
    const { method = "", headers } = request;
    if (!isPlain(method, headers)) {
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
    keep(request, reply, body, isCurrent = () => true) {
      if (isPlain(request.method, request.headers)) {
        responses.keep(request, reply, body, isCurrent);
      }
    },
    close() {
      isClosed = true;
    },
  };
}
