import type { FastifyInstance } from "fastify";
import { HttpError, invalid } from "./http-error.ts";

/** JSON is UTF-8; invalid bytes are rejected instead of replaced. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Accepts uncompressed JSON bodies only; any other body is a 415. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, body, done) => {
      const encoding = request.headers["content-encoding"];
      if (encoding !== undefined && encoding !== "identity") {
        done(new HttpError(415, "The body must not be compressed."));
        return;
      }
      const text = decode(body);
      if (text === undefined) {
        done(invalid([{ parameter: "body", reason: "must be JSON in UTF-8" }]));
      } else {
        void parse(request, text, done);
      }
    },
  );
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
