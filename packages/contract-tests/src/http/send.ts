import http from "node:http";
import https from "node:https";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { TlsOptions } from "../options.ts";
import { placeOf, tokensOf, withCredential } from "./credential.ts";
import { type HttpRequest, withToken } from "./request.ts";

/** An HTTP response. */
export interface HttpResponse {
  readonly status: number;
  /** Headers by lower-case name; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body, decoded according to `Content-Encoding`. */
  readonly body: Buffer;
  /** Reason why the body could not be decoded; the body is then as received. */
  readonly undecodable?: string;
}

/** Sends requests to one base URL. */
export interface Sender {
  /** @throws NoResponseError if no complete response arrived. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes the connections. */
  close(): void;
}

/** Options of a sender. */
export interface SenderOptions {
  readonly token?: string | undefined;
  /** Timeout per request in milliseconds, body included. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tls?: TlsOptions | undefined;
}

/** No complete response arrived: unreachable, connection closed, timeout, or body too large. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const SAFE_METHODS = /^(GET|HEAD|OPTIONS|TRACE)$/;

/**
 * Creates a sender. It follows no redirects: a redirect is a response like any other. A server may close an idle connection
 * while a request is on its way to it: a request that only reads is then sent again, and one that writes has a connection
 * of its own.
 *
 * @param url Base URL of the target.
 */
export function createSender(url: string, options: SenderOptions): Sender {
  const { timeoutMs, tls = {} } = options;
  const base = new URL(url);
  const prefix = base.pathname.replace(/\/$/, "");
  const isSecure = base.protocol === "https:";
  const { insecure = false, ...certificates } = tls;
  const secure = { ...certificates, ...(insecure ? { rejectUnauthorized: false } : {}) };
  const transport = isSecure ? https : http;
  const kept = new transport.Agent({ keepAlive: true });
  const { hostname, port, protocol } = base;

  const exchange = async (request: HttpRequest): Promise<HttpResponse> => {
    const { body, method } = request;
    // With a text as body, Node would write the headers in UTF-8, and otherwise in Latin-1, as clients do.
    const content = typeof body === "string" ? Buffer.from(body) : body;
    const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
    const { target, headers } = authorized(request, options);
    const isSafe = SAFE_METHODS.test(method);
    return new Promise<HttpResponse>((resolve, reject) => {
      const fail = (reason: string) => reject(new NoResponseError(reason));
      const signal = AbortSignal.timeout(timeoutMs);
      const onError = (error: Error) =>
        fail(signal.aborted ? `no complete response within ${timeoutMs} ms` : reasonOf(error));
      signal.addEventListener("abort", () => onError(new Error("timeout")));
      const outgoing = transport.request(
        {
          protocol,
          hostname: hostname.replace(/^\[|\]$/g, ""),
          port,
          ...secure,
          agent: isSafe ? kept : false,
          signal,
          method,
          path: prefix + target.replaceAll("$TOKEN", encodeURIComponent(options.token ?? "")),
          headers: headersOf(headers, request, bytes, options),
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
            const entries = Object.entries(incoming.headers);
            const received = Object.fromEntries(entries.map(([name, value]) => [name, `${value}`]));
            const status = incoming.statusCode ?? 0;
            decoded(Buffer.concat(chunks), received["content-encoding"]).then(
              (read) => resolve({ status, headers: received, ...read }),
              reject,
            );
          });
        },
      );
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (isSafe && outgoing.reusedSocket && error.code === "ECONNRESET") {
          resolve(exchange(request));
        } else {
          onError(error);
        }
      });
      outgoing.end(bytes);
    });
  };

  return {
    send: exchange,
    close: () => kept.destroy(),
  };
}

const DECODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: promisify(zlib.gunzip),
  "x-gzip": promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
};

async function decoded(
  body: Buffer,
  encoding = "",
): Promise<Pick<HttpResponse, "body" | "undecodable">> {
  const codings = encoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  let plain = body;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS[coding];
    if (!decode) {
      return { body, undecodable: `unknown content coding ${coding}` };
    }
    try {
      plain = body.length === 0 ? body : await decode(plain);
    } catch (error) {
      return { body, undecodable: `not ${coding}: ${(error as Error).message}` };
    }
  }
  return { body: plain };
}

function reasonOf(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return error.message || first?.message || error.name;
}

/** Sends the token, in place of what the request says of it, if it is to be sent and there is one. */
function authorized(
  { target, headers, withToken, credentials }: HttpRequest,
  { token, headers: general = {} }: Pick<SenderOptions, "token" | "headers">,
): Pick<HttpRequest, "target" | "headers"> {
  const sent = { target, headers };
  return withToken && token !== undefined
    ? tokensOf(credentials, Object.keys(general)).reduce(
        (each, credential) => withCredential(each, credential, token),
        sent,
      )
    : sent;
}

function headersOf(
  headers: HttpRequest["headers"],
  { credentials = [], isAnonymous = false }: HttpRequest,
  body: Uint8Array | undefined,
  { token = "", headers: own = {} }: SenderOptions,
) {
  const { authorization } = headers;
  const secret = ["authorization", ...credentials.map((each) => placeOf(each).name)];
  const general = Object.entries(own)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !isAnonymous || !secret.includes(name));
  return {
    accept: "application/json, application/problem+json",
    "user-agent": "chainkit-contract",
    ...Object.fromEntries(general),
    ...headers,
    ...(authorization !== undefined && { authorization: withToken(authorization, token) }),
    ...(body !== undefined && { "content-length": String(body.length) }),
  };
}
