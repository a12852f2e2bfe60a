import http from "node:http";
import https from "node:https";
import type { HttpRequest } from "./request.ts";

/** What came back. */
export interface HttpResponse {
  readonly status: number;
  /** By lower-case name; several of one name joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends requests to one target. */
export interface Sender {
  /** @throws NoAnswer if nothing usable came back. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Lets go of the connections. */
  close(): void;
}

/** The target gave no answer: it could not be reached, broke off, took too long, or sent too much. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Sends as told and follows nothing: a redirect is an answer like any other.
 *
 * @param url Base address of the target.
 * @param timeoutMs For each request, body included.
 */
export function createSender(url: string, token: string | undefined, timeoutMs: number): Sender {
  const base = new URL(url);
  const prefix = base.pathname.replace(/\/$/, "");
  const transport = base.protocol === "https:" ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port, protocol } = base;

  const send = (request: HttpRequest) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const fail = (reason: string) => reject(new NoAnswer(reason));
      const signal = AbortSignal.timeout(timeoutMs);
      const onError = (error: Error) =>
        fail(signal.aborted ? `no complete answer within ${timeoutMs} ms` : error.message);
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
