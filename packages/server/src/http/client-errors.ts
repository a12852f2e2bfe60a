import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { errorBody } from "./error-body.ts";
import { COMMON_HEADERS } from "./headers.ts";
import { HttpError } from "./http-error.ts";
import type { ErrorStyle } from "./spec.ts";

type Handler = NonNullable<FastifyServerOptions["clientErrorHandler"]>;

/** Errors of the connection or the HTTP parser. */
const ERRORS: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, "The request was not completed in time."),
  HPE_HEADER_OVERFLOW: new HttpError(431, "The headers are too large."),
};
const INVALID_HTTP = new HttpError(400, "The request is not valid HTTP.", {
  problem: "malformed-request",
});

/**
 * Creates the handler that responds to malformed requests and closes the connection. The area, and
 * with it the form of the error, is known only if the request line could be read.
 */
export function clientErrorHandler(styleOf: (url: string) => ErrorStyle): Handler {
  return function handle(this: FastifyInstance, fault, socket) {
    // The peer has disconnected.
    if (fault.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const [, url = ""] = /^[A-Z]+ (\S+) HTTP/.exec(String(fault.rawPacket)) ?? [];
    const error = ERRORS[fault.code ?? ""] ?? INVALID_HTTP;
    const { status } = error;
    const body = errorBody(styleOf(url), error, url);
    const id = randomUUID();
    const headers = {
      connection: "close",
      "content-type": body.type,
      "content-length": Buffer.byteLength(body.text),
      "x-request-id": id,
      ...COMMON_HEADERS,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const start = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\r\n");
    socket.end(`${start}\r\n\r\n${body.text}`, () => socket.destroy());
    this.log.info({ requestId: id, status, fault: fault.code }, "invalid request");
  };
}

/** Responds with 417 to an unsupported `Expect` header. */
export function refuseExpectation(
  styleOf: (url: string) => ErrorStyle,
): (request: IncomingMessage, response: ServerResponse) => void {
  return ({ url = "" }, response) => {
    const error = new HttpError(417, "Only Expect: 100-continue is supported.");
    const { type, text } = errorBody(styleOf(url), error, url);
    const headers = { ...COMMON_HEADERS, "x-request-id": randomUUID(), "content-type": type };
    response.writeHead(error.status, headers).end(text);
  };
}
