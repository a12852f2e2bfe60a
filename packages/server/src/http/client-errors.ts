import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { errorBody } from "./error-body.ts";
import { ALWAYS } from "./headers.ts";
import { HttpError } from "./http-error.ts";
import type { ErrorStyle } from "./spec.ts";

type Handler = NonNullable<FastifyServerOptions["clientErrorHandler"]>;

/** Faults of what a caller sends, before it is a request. */
const FAULTS: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not come to its end in time."],
  HPE_HEADER_OVERFLOW: [431, "The headers are too long."],
};
const NO_HTTP = [400, "This is no valid HTTP request."] as const;

/**
 * Makes the function that answers callers who do not send a valid request, and closes the connection.
 * What area they meant is known only if their first line was still readable.
 */
export function clientErrorAnswer(styleOf: (url: string) => ErrorStyle): Handler {
  return function answer(this: FastifyInstance, fault, socket) {
    // Nobody is there any more to be told.
    if (fault.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const [, url = ""] = /^[A-Z]+ (\S+) HTTP/.exec(String(fault.rawPacket)) ?? [];
    const [status, detail] = FAULTS[fault.code ?? ""] ?? NO_HTTP;
    const body = errorBody(styleOf(url), new HttpError(status, detail), url);
    const id = randomUUID();
    const headers = {
      connection: "close",
      "content-type": body.type,
      "content-length": Buffer.byteLength(body.text),
      "x-request-id": id,
      ...ALWAYS,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const start = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\r\n");
    socket.end(`${start}\r\n\r\n${body.text}`, () => socket.destroy());
    this.log.info({ requestId: id, status, fault: fault.code }, "no request");
  };
}

/** Answers a request that expects something of the server that is not done here. */
export function refuseExpectation(
  styleOf: (url: string) => ErrorStyle,
): (request: IncomingMessage, response: ServerResponse) => void {
  return ({ url = "" }, response) => {
    const error = new HttpError(417, "Only 100-continue can be expected.");
    const { type, text } = errorBody(styleOf(url), error, url);
    const headers = { ...ALWAYS, "x-request-id": randomUUID(), "content-type": type };
    response.writeHead(error.status, headers).end(text);
  };
}
