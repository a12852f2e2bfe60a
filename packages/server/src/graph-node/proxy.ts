import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { pipeline, Transform } from "node:stream";
import { type GraphNodeInterface, headersOf, urlOf } from "./request.ts";

export interface ProxyLimits {
  /** Maximum size of a query in bytes. */
  readonly maxQuery: number;
  /** Maximum size of a response in bytes. */
  readonly maxResponse: number;
  /** Timeout from the query to the end of the response, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ForwardedQuery {
  readonly deploymentId: string;
  /** Headers of the caller, of which only some are forwarded. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Aborts the query, for instance when the caller disconnects. */
  readonly signal: AbortSignal;
}

export type QueryProxy = ReturnType<typeof createQueryProxy>;

/** A query failed without a response of graph-node. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
  /** 502: no usable response; 504: timeout. */
  readonly status: 502 | 504;

  constructor(status: 502 | 504, message: string) {
    super(message);
    this.status = status;
  }
}

/** Forwarded headers: no credentials and no hop-by-hop headers. */
const TO_GRAPH_NODE = ["accept", "accept-encoding", "content-type", "traceparent", "tracestate"];
const TO_CALLER = [
  "content-encoding",
  "content-length",
  "graph-attestable",
  "graph-attestation",
  "graph-indexed",
];

const TOO_LONG = "The response of graph-node is too long.";

/** The only media types that are forwarded: a browser would run others, such as HTML, as pages of the service. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:; *charset=utf-8)?$/i;

/** Creates the proxy to the query interface, with persistent connections. */
export function createQueryProxy(target: GraphNodeInterface, limits: ProxyLimits) {
  const { request, Agent } = target.url.startsWith("https:") ? https : http;
  const agent = new Agent({ keepAlive: true });
  return {
    limits,
    close: () => agent.destroy(),
    /** Forwards a query, and streams its response. @throws ProxyError if there is none. */
    async forward({ deploymentId, headers, body, signal }: ForwardedQuery) {
      const timeout = AbortSignal.timeout(limits.timeoutMs);
      const options = {
        agent,
        method: "POST",
        headers: {
          ...picked(headers, TO_GRAPH_NODE),
          "content-length": String(body.length),
          ...headersOf(target),
        },
        signal: AbortSignal.any([signal, timeout]),
      };
      const url = urlOf(target, `/subgraphs/id/${encodeURIComponent(deploymentId)}`);
      const response = await sendQuery((given) => request(url, given), options, body).catch(() => {
        throw timeout.aborted
          ? new ProxyError(504, "graph-node did not respond in time.")
          : new ProxyError(502, "graph-node is not reachable.");
      });
      const { statusCode = 502 } = response;
      const { "content-length": length = 0, "content-type": type = "application/json" } =
        response.headers;
      const refuse = (message: string) => {
        response.destroy();
        return new ProxyError(502, message);
      };
      if (Number(length) > limits.maxResponse) {
        throw refuse(TOO_LONG);
      }
      if (!isForwarded(statusCode)) {
        throw refuse(`graph-node responded with HTTP ${statusCode}.`);
      }
      if (!JSON_TYPE.test(type)) {
        throw refuse("graph-node did not respond with JSON.");
      }
      const responseHeaders = { ...picked(response.headers, TO_CALLER), "content-type": type };
      const limited = pipeline(response, upTo(limits.maxResponse), () => {});
      return { status: statusCode, headers: responseHeaders, body: limited };
    },
  };
}

/** Whether a status is the result of a query: not a redirect, a switch of protocols or a failure. */
function isForwarded(status: number): boolean {
  return (status >= 200 && status < 300) || (status >= 400 && status < 500);
}

function upTo(max: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > max ? new ProxyError(502, TOO_LONG) : null, chunk);
    },
  });
}

function picked(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/**
 * Sends a request and resolves with the response as soon as its headers are there.
 *
 * A connection that was kept may have been closed by the other side at the same moment. Then nothing
 * was read from it, and the query is sent once more over another one.
 */
async function sendQuery(
  make: (options: RequestOptions) => ClientRequest,
  options: RequestOptions,
  body: Buffer,
): Promise<IncomingMessage> {
  const request = make(options);
  return responseOf(request, body).catch((error: NodeJS.ErrnoException) => {
    if (request.reusedSocket && error.code === "ECONNRESET") {
      return responseOf(make({ ...options, agent: undefined }), body);
    }
    throw error;
  });
}

function responseOf(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once("response", resolve);
    request.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    request.once("error", reject);
    request.end(body);
  });
}
