import { hash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type Cacheable, COVERAGE_HEADER, JsonText, type Lifetime } from "./caching.ts";
import type { CorsOrigins } from "./cors.ts";
import type { Gate } from "./gate.ts";
import { type LoggedTarget, loggedTarget } from "./request-log.ts";
import type { OperationSpec } from "./spec.ts";

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

const JSON_TYPE = "application/json; charset=utf-8";

/** `public`, because a request with a token gets the same response as one without. */
const CACHE_CONTROL: Readonly<Record<Lifetime, string>> = {
  // Not `immutable`: a release may add fields or decode more calls.
  final: "public, max-age=3600, s-maxage=604800",
  lastPage: "public, max-age=60, s-maxage=60",
  recent: "public, max-age=0, s-maxage=1",
};

export type ResponseCache = ReturnType<typeof createResponseCache>;

interface Options {
  readonly gate: Gate;
  readonly cors: CorsOrigins;
  /** Part of every entity tag, because a release may render the same record differently. */
  readonly release: string;
  readonly requestIdOf: (headers: IncomingHttpHeaders) => string;
  /** Whether the server shuts down: the router ends the connections of requests that arrive then. */
  readonly isClosed: () => boolean;
  /** Called after each response, for log and metrics. @param ms Milliseconds since the request arrived. */
  readonly sent: (
    operation: OperationSpec,
    target: LoggedTarget,
    ip: string,
    status: number,
    ms: number,
  ) => void;
}

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

/**
 * Creates the cache of responses by URL, which are sent without routing. Routing, reading parameters and serializing cost
 * more than Node needs to send such a response; requests that any of it could treat differently are passed on. Its memory
 * is bounded.
 */
export function createResponseCache({ gate, cors, release, ...options }: Options) {
  const responses = new LRUCache<string, KeptResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, target }) => OVERHEAD_BYTES + body.length + 2 * target.url.length,
  });
  const seen = new Set<string>();
  const dependsOnOrigin = cors !== "*";

  /** Whether the response depends on nothing but the URL, and the request is in order. */
  const isPlain = (method: string, headers: IncomingHttpHeaders) =>
    (method === "GET" || method === "HEAD") &&
    headers.host !== undefined &&
    headers.authorization === undefined &&
    !(dependsOnOrigin && headers.origin !== undefined);

  const keep = (
    { method, url, routeOptions: { config } }: FastifyRequest,
    reply: FastifyReply,
    body: string,
    isCurrent: () => boolean,
  ) => {
    const {
      "x-request-id": _id,
      "content-type": type,
      "content-length": _length,
      ...common
    } = reply.getHeaders();
    const ofBody = { "content-type": type, "content-length": Buffer.byteLength(body) };
    if (config.operation && body.length <= MAX_BODY_BYTES) {
      responses.set(url, {
        operation: config.operation,
        target: loggedTarget(method, url, config.queryNames),
        etag: String(common.etag),
        headers: linesOf({ ...common, ...ofBody }),
        headersOf304: linesOf(common),
        body: body.length > SMALL_CHARACTERS ? Buffer.from(body) : body,
        isCurrent,
        keptAt: performance.now(),
      });
    }
  };

  return {
    /** Sends the kept response to a request. @returns Whether there is one that the caller may have. */
    send(request: IncomingMessage, response: ServerResponse, ip: string): boolean {
      const from = performance.now();
      const { url = "", method = "", headers } = request;
      const kept = responses.get(url);
      const isKept = kept !== undefined && from - kept.keptAt <= MAX_AGE_MS;
      if (!isKept || options.isClosed() || !isPlain(method, headers)) {
        return false;
      }
      const { operation } = kept;
      try {
        if (!kept.isCurrent() || gate({ ip, headers }, operation) !== undefined) {
          return false;
        }
      } catch {
        // The router responds with the error, in the form of the area.
        return false;
      }
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
    },
    /**
     * Serializes the response of a handler, or prepares a 304 if the caller has it already. It is kept if others may get
     * the same one, and its URL has been requested before: most are requested once, and keeping costs more than it saves
     * then.
     */
    async respond(
      { read, revision }: Cacheable<unknown>,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<string | undefined> {
      const { url, method, headers } = request;
      const isRepeated = isPlain(method, headers) && seen.has(url);
      if (seen.size === MAX_SEEN) {
        seen.clear();
      }
      seen.add(url);
      // Before the data, so that a change in between is noticed.
      const at = isRepeated ? revision() : undefined;
      const { lifetime, tag, coverage, data } = await read();
      const untagged = tag === undefined ? serialized(reply, data()) : undefined;
      const etag = `"${tag ?? hash("sha1", untagged ?? "", "base64url")}-${release}"`;
      reply.header("cache-control", CACHE_CONTROL[lifetime]).header("etag", etag);
      if (coverage !== undefined) {
        reply.header(COVERAGE_HEADER, coverage);
      }
      if (isMatch(headers["if-none-match"], etag)) {
        reply.code(304);
        return undefined;
      }
      const body = untagged ?? serialized(reply, data());
      reply.type(JSON_TYPE);
      const isFinal = lifetime === "final";
      if (isRepeated && (isFinal || at !== undefined)) {
        keep(request, reply, body, () => isFinal || revision() === at);
      }
      return body;
    },
  };
}

function linesOf(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/**
 * Whether `If-None-Match` has an entity tag. Compares weakly, as RFC 9110 requires: proxies that compress
 * weaken a tag.
 */
function isMatch(held: string | undefined, etag: string): boolean {
  const tags = held?.split(",").map((each) => each.trim()) ?? [];
  return tags.some((each) => each === "*" || each === etag || each === `W/${etag}`);
}

/** Serializes a response by the contract, unless it is a text already. */
function serialized(reply: FastifyReply, data: unknown): string {
  return data instanceof JsonText ? data.text : String(reply.serialize(data));
}
