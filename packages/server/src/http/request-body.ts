import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
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

/** GraphQL query to forward. */
export interface QueryBody {
  readonly body: Buffer | Readable;
  /** Size of the body in bytes. */
  readonly length: number;
}

/** Queries up to this size in bytes are buffered, so that they can be retried. */
const MAX_BUFFERED = 64 * 1024;

/**
 * Reads the query of a POST; a long one of known length is streamed.
 *
 * @throws HttpError if it is not JSON, or longer than `max` bytes.
 */
export async function readQuery(request: FastifyRequest, max: number): Promise<QueryBody> {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  if (!/^application\/(json|graphql\+json)\s*(;|$)/i.test(type)) {
    throw new HttpError(415, "The body must be JSON, with content type application/json.");
  }
  if (encoding !== "identity") {
    throw new HttpError(415, "The body must not be compressed.");
  }
  const tooLong = () => new HttpError(413, `The query is longer than ${max} bytes.`);
  const declared = request.headers["content-length"];
  const stream = request.body as Readable;
  if (declared !== undefined && Number(declared) > max) {
    throw tooLong();
  }
  if (declared !== undefined && Number(declared) > MAX_BUFFERED) {
    return { body: stream, length: Number(declared) };
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > max) {
      throw tooLong();
    }
    chunks.push(chunk);
  }
  if (length === 0) {
    throw invalid([{ parameter: "body", reason: "must be a GraphQL request in JSON" }]);
  }
  return { body: Buffer.concat(chunks), length };
}

/**
 * Builds the body of a GET, whose query is in the URL (GraphQL over HTTP); graph-node accepts only POST.
 *
 * @throws HttpError if the variables are not a JSON object.
 */
export function queryOfUrl(
  query: string,
  { variables, operationName }: Readonly<Record<string, string | undefined>>,
): QueryBody {
  const body = Buffer.from(
    JSON.stringify({
      query,
      ...(variables ? { variables: readVariables(variables) } : {}),
      ...(operationName ? { operationName } : {}),
    }),
  );
  return { body, length: body.length };
}

function readVariables(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid([{ parameter: "variables", reason: "must be a JSON object" }]);
  }
  return value;
}
