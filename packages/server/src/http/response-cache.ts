import { hash } from "node:crypto";
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type Cacheable, COVERAGE_HEADER, JsonText, type Lifetime } from "./caching.ts";
import type { ClientAddress } from "./client-address.ts";
import type { CorsOrigins } from "./cors.ts";
import type { Gate } from "./gate.ts";
import { type LoggedTarget, loggedTarget } from "./request-log.ts";
import type { OperationSpec } from "./spec.ts";

export type ResponseCache = ReturnType<typeof createResponseCache>;

interface Options {
  readonly gate: Gate;
  readonly cors: CorsOrigins;
  readonly addressOf: ClientAddress;
  readonly requestIdOf: (headers: IncomingHttpHeaders) => string;
  /** Whether the server shuts down: the router ends the connections of requests that arrive then. */
  readonly isClosed: () => boolean;
  /** Called after each response, for log and metrics. @param ms Milliseconds since the request arrived. */
  readonly sent: (
    operation: OperationSpec,
    target: LoggedTarget,
    ip: string | undefined,
    status: number,
    ms: number,
  ) => void;
}

/**
 * Creates the cache of responses by URL, which are sent without routing. Routing, reading parameters and serializing cost
 * more than Node needs to send such a response; requests that any of it could treat differently are passed on. Its memory
 * is bounded.
 */
export function createResponseCache({ gate, cors, ...options }: Options) {
  const responses = new LRUCache<string, KeptResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, target }) => OVERHEAD_BYTES + body.length + 2 * target.url.length,
  });
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });
  const dependsOnOrigin = cors !== "*" && cors.length > 0;

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

  const isRepeated = (url: string): boolean => {
    const isKnown = seen.has(url);
    seen.set(url, true);
    return isKnown;
  };

  const send = (request: IncomingMessage, response: ServerResponse): boolean => {
    const from = performance.now();
    const kept = responses.get(request.url ?? "");
    const { method = "", headers } = request;
    const isKept = kept !== undefined && from - kept.keptAt <= MAX_AGE_MS;
    if (!isKept || options.isClosed() || !isPlain(method, headers)) {
      return false;
    }
    const ip = options.addressOf(request);
    if (!isAllowed(kept, ip, headers)) {
      return false;
    }
    const { operation } = kept;
    const requestId = options.requestIdOf(headers);
    const target = { requestId, ...kept.target, method };
    const status = isMatch(headers["if-none-match"], kept.etag) ? 304 : 200;
    response.once("finish", () =>
      options.sent(operation, target, ip, status, performance.now() - from),
    );
    const own = status === 304 ? kept.headersOf304 : kept.headers;
    response.writeHead(status, [...own, "x-request-id", requestId]);
    response.end(status === 304 || method === "HEAD" ? undefined : kept.body);
    return true;
  };

  return {
    /** Wraps the handler of the server, which receives the requests that have no kept response. */
    before(next: RequestListener): RequestListener {
      return (request, response) => {
        if (!send(request, response)) {
          next(request, response);
        }
      };
    },
    /**
     * Whether the response to a request should be kept: others may get the same one, and its URL has been
     * requested before. Most are requested once, and keeping costs more than it saves then.
     */
    shouldKeep: ({ method, headers, url }: FastifyRequest) =>
      isPlain(method, headers) && isRepeated(url),
    /** Keeps a response that is about to be sent, as long as it is current. */
    keep(
      request: FastifyRequest,
      reply: FastifyReply,
      body: string,
      isCurrent: () => boolean,
    ): void {
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

/** Maximum size of all bodies and of one, which is that of a page: large ones take longest to make. */
const MAX_BYTES = 16 * 2 ** 20;
const MAX_BODY_BYTES = MAX_BYTES / 16;
/**
 * Longer bodies are kept as bytes, which need not be encoded for each response (bench: 100 rows of the hottest address);
 * others as text, which Node sends together with the headers.
 */
const SMALL_CHARACTERS = 16 * 1024;
/** URLs that are remembered from their first request. */
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

function linesOf(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

const JSON_TYPE = "application/json; charset=utf-8";

/** `public`, because a request with a token gets the same response as one without. */
const CACHE_CONTROL: Readonly<Record<Lifetime, string>> = {
  // Not `immutable`: a release may add fields or decode more calls.
  final: "public, max-age=3600, s-maxage=604800",
  lastPage: "public, max-age=60, s-maxage=60",
  recent: "public, max-age=0, s-maxage=1",
};

/**
 * Prepares a cacheable response, or 304 if the caller has it already.
 *
 * @param release Part of every entity tag, because a release may render the same record differently.
 * @param cache Keeps responses that are final, or whose revision is known.
 * @returns Serialized response; undefined with 304.
 */
export async function cacheablePayload(
  { read, revision }: Cacheable<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  release: string,
  cache: ResponseCache | undefined,
): Promise<string | undefined> {
  const keeper = cache?.shouldKeep(request) ? cache : undefined;
  // Before the data, so that a change in between is noticed.
  const at = keeper && revision();
  const { lifetime, tag, coverage, data } = await read();
  const untagged = tag === undefined ? serialized(reply, data()) : undefined;
  const etag = `"${tag ?? hash("sha1", untagged ?? "", "base64url")}-${release}"`;
  reply.header("cache-control", CACHE_CONTROL[lifetime]).header("etag", etag);
  if (coverage !== undefined) {
    reply.header(COVERAGE_HEADER, coverage);
  }
  if (isMatch(request.headers["if-none-match"], etag)) {
    reply.code(304);
    return undefined;
  }
  const body = untagged ?? serialized(reply, data());
  reply.type(JSON_TYPE);
  if (lifetime === "final") {
    keeper?.keep(request, reply, body, () => true);
  } else if (at !== undefined) {
    keeper?.keep(request, reply, body, () => revision() === at);
  }
  return body;
}

/**
 * Whether `If-None-Match` has an entity tag. Compares weakly, as RFC 9110 requires: proxies that compress
 * weaken a tag.
 */
function isMatch(held: string | undefined, etag: string): boolean {
  if (held === undefined) {
    return false;
  }
  return held
    .split(",")
    .map((each) => each.trim())
    .some((each) => each === "*" || each === etag || each === `W/${etag}`);
}

/** Serializes a response by the contract, unless it is a text already. */
function serialized(reply: FastifyReply, data: unknown): string {
  return data instanceof JsonText ? data.text : String(reply.serialize(data));
}
