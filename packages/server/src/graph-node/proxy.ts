import http, { type IncomingMessage, type RequestOptions } from "node:http";
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
  /** Sends a query and resolves with the response as soon as its headers are there. */
  const send = (path: string, options: RequestOptions, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const query = request(urlOf(target, path), { agent, method: "POST", ...options });
      query.once("response", resolve);
      query.once("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response);
      });
      query.once("error", (error: NodeJS.ErrnoException) => {
        // A connection that was kept may have been closed by the other side at the same moment. Then nothing
        // was read from it, and the query is sent over another one.
        if (query.reusedSocket && error.code === "ECONNRESET") {
          resolve(send(path, options, body));
        } else {
          reject(error);
        }
      });
      query.end(body);
    });
  return {
    limits,
    close: () => agent.destroy(),
    /** Forwards a query, and streams its response. @throws ProxyError if there is none. */
    async forward({ deploymentId, headers, body, signal }: ForwardedQuery) {
      const timeout = AbortSignal.timeout(limits.timeoutMs);
      const options = {
        headers: {
          ...picked(headers, TO_GRAPH_NODE),
          "content-length": String(body.length),
          ...headersOf(target),
        },
        signal: AbortSignal.any([signal, timeout]),
      };
      const path = `/subgraphs/id/${encodeURIComponent(deploymentId)}`;
      const response = await send(path, options, body).catch(() => {
        throw timeout.aborted
          ? new ProxyError(504, "graph-node did not respond in time.")
          : new ProxyError(502, "graph-node is not reachable.");
      });
      const status = Number(response.statusCode);
      const { "content-length": length, "content-type": type = "application/json" } =
        response.headers;
      const refuse = (message: string) => {
        response.destroy();
        return new ProxyError(502, message);
      };
      if (Number(length) > limits.maxResponse) {
        throw refuse(TOO_LONG);
      }
      // Not the result of a query: a redirect, a switch of protocols or a failure.
      if (![2, 4].includes(Math.floor(status / 100))) {
        throw refuse(`graph-node responded with HTTP ${status}.`);
      }
      if (!JSON_TYPE.test(type)) {
        throw refuse("graph-node did not respond with JSON.");
      }
      const responseHeaders = { ...picked(response.headers, TO_CALLER), "content-type": type };
      const limited = pipeline(response, upTo(limits.maxResponse), () => {});
      return { status, headers: responseHeaders, body: limited };
    },
  };
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
  const sent = names.filter((name) => headers[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, String(headers[name])]));
}
