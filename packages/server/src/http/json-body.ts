import type { FastifyInstance } from "fastify";
import { HttpError, invalid } from "./http-error.ts";

/** JSON is UTF-8; other bytes are refused rather than replaced. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Makes JSON, as it is and not compressed, the only kind of body that is taken; any other is a 415. */
export function takeJsonOnly(app: FastifyInstance): void {
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
        parse(request, text, done);
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
