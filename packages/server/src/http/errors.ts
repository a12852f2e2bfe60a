import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { pathPattern } from "@chainkit/openapi";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from "fastify";
import { ENDPOINT_ROOT } from "../graph-node/names.ts";
import { StoreUnavailableError } from "../store/engine.ts";
import { COMMON_HEADERS } from "./caching.ts";
import { allowMethods, type CorsOrigins } from "./cors.ts";
import { errorBody, HttpError, invalid, notFound } from "./http-error.ts";
import { type ErrorStyle, methodsOf, type OperationSpec, pathOf } from "./spec.ts";

/** Maximum URL length in characters; longer than any valid URL. */
const MAX_URL = 8192;

const INVALID_JSON = invalid([{ parameter: "body", reason: "must be valid JSON" }]);
const INVALID_HTTP = new HttpError(400, "The request is not valid HTTP.", {
  problem: "malformed-request",
});

/** Errors that Fastify or the HTTP parser raises, by code. */
const ERRORS: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, "The request was not completed in time."),
  HPE_HEADER_OVERFLOW: new HttpError(431, "The headers are too large."),
  FST_ERR_BAD_URL: invalid([{ parameter: "path", reason: "has invalid percent-encoding" }]),
  FST_ERR_CTP_BODY_TOO_LARGE: new HttpError(413, "The body is too large."),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new HttpError(
    415,
    "The body must be JSON, with content type application/json.",
  ),
  FST_ERR_CTP_EMPTY_JSON_BODY: INVALID_JSON,
  FST_ERR_CTP_INVALID_JSON_BODY: INVALID_JSON,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: INVALID_JSON,
};

/** Converts an error into the one sent to the caller; internal errors become a 500 without details. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) {
    return error;
  }
  if (error instanceof StoreUnavailableError) {
    return new HttpError(503, "The database cannot be reached.", {
      headers: { "retry-after": "1" },
    });
  }
  const { code = "", statusCode } = error as Partial<FastifyError>;
  const other =
    Number(statusCode) < 500
      ? INVALID_HTTP
      : new HttpError(500, "The service failed to process the request.");
  return ERRORS[code] ?? other;
}

/** What is known of the requests below a path, before one is routed. */
interface KnownPath {
  readonly path: string;
  readonly methods: readonly string[];
  readonly style: ErrorStyle;
  /** Whether pages of other origins may read the responses. */
  readonly isOpen: boolean;
}

const ENDPOINT: KnownPath = {
  path: `${ENDPOINT_ROOT}{name}/{target}`,
  methods: ["GET", "HEAD", "POST"],
  style: "graphql",
  isOpen: true,
};

interface ErrorOptions {
  readonly operations: readonly OperationSpec[];
  readonly hasEndpoint: boolean;
  readonly cors: CorsOrigins;
  readonly logRequest: (request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * Creates the error responses, each in the form of the requested area, and those to preflights: `options` for errors before
 * routing, `install` for all others.
 */
export function errorResponses({ operations, hasEndpoint, cors, logRequest }: ErrorOptions): {
  readonly options: FastifyServerOptions;
  install(app: FastifyInstance): void;
} {
  const known = operations.map(
    ({ path, method, errors, auth }): KnownPath => ({
      path,
      methods: methodsOf(method),
      style: errors,
      isOpen: auth !== "required",
    }),
  );
  const routes = [...known, ...(hasEndpoint ? [ENDPOINT] : [])].map((each) => ({
    ...each,
    pattern: pathPattern(each.path),
    // All paths under the first, fixed segment belong to the area.
    root: /^\/[^/{]+\//.exec(each.path)?.[0] ?? each.path,
  }));
  const styleOf = (url: string): ErrorStyle => {
    const path = pathOf(url);
    return routes.find(({ root }) => path.startsWith(root))?.style ?? "problem";
  };

  const send = (request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply => {
    const { type, text } = errorBody(styleOf(request.url), error, request.url);
    // A response may fail after it was marked as cacheable.
    reply.removeHeader("etag").headers(COMMON_HEADERS);
    return reply.code(error.status).headers(error.headers).type(type).serializer(String).send(text);
  };
  const respondUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.url);
    const found = routes.filter(({ pattern }) => pattern.test(path));
    if (found.length === 0) {
      return send(request, reply, notFound("No resource at this path.", "unknown-path"));
    }
    const allowed = new Set(found.flatMap(({ methods }) => methods));
    reply.header("allow", [...allowed, "OPTIONS"].join(", "));
    if (request.method !== "OPTIONS") {
      return send(request, reply, new HttpError(405, `${request.method} is not allowed here.`));
    }
    const open = found.filter(({ isOpen }) => isOpen).flatMap(({ methods }) => methods);
    allowMethods(cors, [...new Set(open)], request, reply);
    return reply.code(204).send();
  };

  return {
    options: {
      // The length of the URL is checked as a whole.
      routerOptions: { maxParamLength: MAX_URL },
      clientErrorHandler: clientErrorHandler(styleOf),
      frameworkErrors(error, request, reply) {
        reply.headers(COMMON_HEADERS).header("x-request-id", request.id);
        send(request, reply, toHttpError(error));
        // Fastify calls no hook here.
        logRequest(request, reply);
      },
    },
    install(app) {
      // Refused like other requests, instead of by Node without a body.
      app.server.on("checkExpectation", (request, response) => {
        app.server.emit("request", request, response);
      });
      app.addHook("onRequest", (request, reply, done) => {
        if (request.url.length > MAX_URL) {
          done(new HttpError(414, `The URL is longer than ${MAX_URL} characters.`));
        } else if (request.raw.httpVersion === "1.1" && request.headers.host === undefined) {
          done(invalid([{ parameter: "host", reason: "is required" }]));
        } else if (!/\b100-continue\b/i.test(request.headers.expect ?? "100-continue")) {
          done(new HttpError(417, "Only Expect: 100-continue is supported."));
        } else if (request.is404) {
          // Before the body is read: the body of an unknown route is irrelevant.
          respondUnknown(request, reply);
        } else {
          done();
        }
      });
      app.setErrorHandler((error, request, reply) => {
        const httpError = toHttpError(error);
        // The request log shows the status of a balance that is not read yet.
        if (httpError.status >= 500 && !httpError.problem?.startsWith("balance-")) {
          request.log.error({ err: error }, "request failed");
        }
        return send(request, reply, httpError);
      });
      app.setNotFoundHandler(respondUnknown);
    },
  };
}

/**
 * Creates the handler that responds to malformed requests and closes the connection. The area, and
 * with it the form of the error, is known only if the request line could be read.
 */
function clientErrorHandler(
  styleOf: (url: string) => ErrorStyle,
): NonNullable<FastifyServerOptions["clientErrorHandler"]> {
  return function handle(this: FastifyInstance, fault, socket) {
    // The peer has disconnected.
    if (!socket.writable) {
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
