import { STATUS_CODES } from "node:http";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from "fastify";
import { clientErrorAnswer, refuseExpectation } from "./client-errors.ts";
import { errorBody } from "./error-body.ts";
import { ALWAYS } from "./headers.ts";
import { HttpError, type InvalidParameter, invalid } from "./http-error.ts";
import { methodsOf, pathMatcher, pathOf } from "./path.ts";
import { logRequest } from "./request-log.ts";
import type { ErrorStyle, OperationSpec } from "./spec.ts";

/** A longer URL names nothing that exists here. */
const MAX_URL = 8192;

/** What a caller may know of the faults that Fastify finds. */
const DETAILS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "The body is too long.",
  FST_ERR_MAX_PARAM_LENGTH: "The URL is too long.",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "The body must be JSON, with content type application/json.",
};

const NO_JSON: InvalidParameter = { parameter: "body", reason: "must be valid JSON" };

const INVALID: Readonly<Record<string, InvalidParameter>> = {
  FST_ERR_BAD_URL: { parameter: "path", reason: "has a broken percent-encoding" },
  FST_ERR_CTP_EMPTY_JSON_BODY: NO_JSON,
  FST_ERR_CTP_INVALID_JSON_BODY: NO_JSON,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: NO_JSON,
};

/** The error that a caller sees; what is nobody's business becomes a bare 500. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) {
    return error;
  }
  const { code = "", statusCode = 500 } = error as Partial<FastifyError>;
  if (INVALID[code]) {
    return invalid([INVALID[code]]);
  }
  if (statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, DETAILS[code] ?? STATUS_CODES[statusCode] ?? "Error");
  }
  return new HttpError(500, "The service could not answer the request.", { cause: error });
}

/** Answers to whatever goes wrong. */
export interface ErrorAnswers {
  /** For faults that are found before there is a request, or before its route is known. */
  readonly options: FastifyServerOptions;
  /** For all others. */
  install(app: FastifyInstance): void;
}

/** Makes the answers to whatever goes wrong, each in the form of the area that was asked. */
export function errorAnswers(operations: readonly OperationSpec[]): ErrorAnswers {
  const routes = operations.map(({ path, method, errors }) => ({
    matches: pathMatcher(path),
    methods: methodsOf(method),
    // Whatever lies under the first, fixed segment of an area of envelopes is of that area.
    root: errors === "envelope" ? (/^\/[^/{]+\//.exec(path)?.[0] ?? path) : undefined,
  }));
  const styleOf = (url: string): ErrorStyle =>
    routes.some(({ root }) => root && pathOf(url).startsWith(root)) ? "envelope" : "problem";

  const send = (request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply => {
    const { type, text } = errorBody(styleOf(request.url), error, request.url);
    return reply.code(error.status).headers(error.headers).type(type).serializer(String).send(text);
  };
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.url);
    const allowed = routes.filter(({ matches }) => matches(path)).flatMap((each) => each.methods);
    const headers = { allow: [...new Set(allowed), "OPTIONS"].join(", ") };
    if (allowed.length > 0 && request.method === "OPTIONS") {
      return reply.code(204).headers(headers).send();
    }
    const error =
      allowed.length > 0
        ? new HttpError(405, `${request.method} is not allowed here.`, { headers })
        : new HttpError(404, "There is nothing at this path.");
    return send(request, reply, error);
  };

  return {
    options: {
      routerOptions: { maxParamLength: MAX_URL },
      clientErrorHandler: clientErrorAnswer(styleOf),
      frameworkErrors(error, request, reply) {
        reply.headers(ALWAYS).header("x-request-id", request.id);
        send(request, reply, toHttpError(error));
        // No hook is called for it.
        logRequest(request, reply);
      },
    },
    install(app) {
      app.server.on("checkExpectation", refuseExpectation(styleOf));
      app.addHook("onRequest", async (request) => {
        if (request.url.length > MAX_URL) {
          throw new HttpError(414, `The URL is longer than ${MAX_URL} characters.`);
        }
        if (request.raw.httpVersion === "1.1" && request.headers.host === undefined) {
          throw invalid([{ parameter: "host", reason: "is required" }]);
        }
      });
      app.setErrorHandler((error, request, reply) => {
        const answer = toHttpError(error);
        if (answer.status >= 500) {
          request.log.error({ err: error }, "request failed");
        }
        return send(request, reply, answer);
      });
      // Before the body is read: what a request to nowhere carries is of no interest.
      app.addHook("onRequest", async (request, reply) =>
        request.is404 ? answerUnknown(request, reply) : undefined,
      );
      app.setNotFoundHandler(answerUnknown);
    },
  };
}
