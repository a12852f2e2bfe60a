import { STATUS_CODES } from "node:http";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from "fastify";
import { errorBody } from "./error-body.ts";
import { HttpError, type InvalidParameter, invalid } from "./http-error.ts";
import { methodsOf, pathMatcher } from "./path.ts";
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

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  style: ErrorStyle,
  error: HttpError,
): FastifyReply {
  const { type, text } = errorBody(style, error, request.url);
  return reply.code(error.status).headers(error.headers).type(type).serializer(String).send(text);
}

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

/** Answers whatever goes wrong in the form of the area that was asked. */
export const answerErrors = {
  /** Options for faults that are found before a route is. */
  beforeRouting: {
    routerOptions: { maxParamLength: MAX_URL },
    frameworkErrors(error, request, reply) {
      reply.header("x-request-id", request.id);
      send(request, reply, "problem", toHttpError(error));
    },
  } satisfies FastifyServerOptions,

  of(app: FastifyInstance, operations: readonly OperationSpec[]): void {
    const routes = operations.map(({ path, method, errors }) => ({
      matches: pathMatcher(path),
      methods: methodsOf(method),
      // Whatever lies under the first, fixed segment of an area of envelopes is of that area.
      root: errors === "envelope" ? (/^\/[^/{]+\//.exec(path)?.[0] ?? path) : undefined,
    }));
    const styleOf = (url: string): ErrorStyle =>
      routes.some(({ root }) => root && url.startsWith(root)) ? "envelope" : "problem";

    app.addHook("onRequest", async (request) => {
      if (request.url.length > MAX_URL) {
        throw new HttpError(414, `The URL is longer than ${MAX_URL} characters.`);
      }
    });
    app.setErrorHandler((error, request, reply) => {
      const answer = toHttpError(error);
      if (answer.status >= 500) {
        request.log.error({ err: error }, "request failed");
      }
      return send(request, reply, styleOf(request.url), answer);
    });
    // Before the body is read: what a request to nowhere carries is of no interest.
    app.addHook("onRequest", async (request, reply) =>
      request.is404 ? answerUnknown(request, reply) : undefined,
    );
    app.setNotFoundHandler(answerUnknown);

    function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const [path = ""] = request.url.split("?");
      const allowed = routes.filter(({ matches }) => matches(path)).flatMap((each) => each.methods);
      const headers = { allow: [...new Set(allowed), "OPTIONS"].join(", ") };
      if (allowed.length > 0 && request.method === "OPTIONS") {
        return reply.code(204).headers(headers).send();
      }
      const error =
        allowed.length > 0
          ? new HttpError(405, `${request.method} is not allowed here.`, { headers })
          : new HttpError(404, "There is nothing at this path.");
      return send(request, reply, styleOf(request.url), error);
    }
  },
};
