import http from "node:http";
import https from "node:https";
import type { HttpRequest } from "./request.ts";

/** An HTTP response. */
export interface HttpResponse {
  readonly status: number;
  /** By lower-case name; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends requests to one target. */
export interface Sender {
  /** @throws NoResponseError if no complete response arrived. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes the connections. */
  close(): void;
}

/** No complete response arrived: unreachable, connection closed, timeout, or body too large. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Creates a sender. It follows no redirects: a redirect is a response like any other.
 *
 * @param url Base URL of the target.
 * @param timeoutMs Timeout per request in milliseconds, body included.
 */
export function createSender(url: string, token: string | undefined, timeoutMs: number): Sender {
  const base = new URL(url);
  const prefix = base.pathname.replace(/\/$/, "");
  const transport = base.protocol === "https:" ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port, protocol } = base;

  const send = (request: HttpRequest) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const fail = (reason: string) => reject(new NoResponseError(reason));
      const signal = AbortSignal.timeout(timeoutMs);
      const onError = (error: Error) =>
        fail(signal.aborted ? `no complete response within ${timeoutMs} ms` : error.message);
      const outgoing = transport.request(
        {
          protocol,
          hostname: hostname.replace(/^\[|\]$/g, ""),
          port,
          agent,
          signal,
          method: request.method,
          path: prefix + request.target,
          headers: headersOf(request, token),
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          let size = 0;
          incoming.on("data", (chunk: Buffer) => {
            chunks.push(chunk);
            size += chunk.length;
            if (size > MAX_BODY_BYTES) {
              incoming.destroy(new Error(`more than ${MAX_BODY_BYTES} bytes`));
            }
          });
          incoming.on("error", onError);
          incoming.on("end", () => {
            const headers = Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
            );
            resolve({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
          });
        },
      );
      outgoing.on("error", onError);
      outgoing.end(request.body);
    });
  return { send, close: () => agent.destroy() };
}

function headersOf({ headers, body, withToken }: HttpRequest, token: string | undefined) {
  return {
    accept: "application/json, application/problem+json",
    "user-agent": "chainkit-contract",
    ...headers,
    ...(withToken && token !== undefined ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  };
}
