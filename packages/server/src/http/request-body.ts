import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError, invalid } from "./http-error.ts";

/** Accepts uncompressed JSON bodies only; any other body is a 415. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, body, done) => {
      const error = encodingError(request);
      if (error) {
        done(error);
        return;
      }
      if (isUtf8(body)) {
        void parse(request, body.toString(), done);
      } else {
        done(invalid([{ parameter: "body", reason: "must be JSON in UTF-8" }]));
      }
    },
  );
}

/** Accepts GraphQL queries as they are; any other body is a 415, one of more bytes a 413. */
export function acceptQueries(scope: FastifyInstance, maxBytes: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(
    ["application/json", "application/graphql+json"],
    { parseAs: "buffer", bodyLimit: maxBytes },
    (request, body, done) => done(encodingError(request), body),
  );
}

/** Returns the error for a body that is compressed; null if it is not. */
function encodingError({ headers }: FastifyRequest): HttpError | null {
  return (headers["content-encoding"] ?? "identity") === "identity"
    ? null
    : new HttpError(415, "The body must not be compressed.");
}
