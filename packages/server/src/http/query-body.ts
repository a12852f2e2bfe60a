import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { HttpError, invalid } from "./http-error.ts";

/** A GraphQL query as it is passed on. */
export interface QueryBody {
  readonly body: Buffer | Readable;
  /** Bytes of the body. */
  readonly length: number;
}

/** Queries up to this many bytes are held, so that they can be sent a second time. */
const HELD = 64 * 1024;

/**
 * Reads the query of a POST, or lets a long one of known length stream.
 *
 * @throws HttpError if it is no JSON, or longer than `max` bytes.
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
  if (declared !== undefined && Number(declared) > HELD) {
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
 * The query of a GET, as GraphQL over HTTP writes it into the URL. graph-node itself takes none.
 *
 * @throws HttpError if the variables are no JSON object.
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
    // Told below, as any other value that is no object.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid([{ parameter: "variables", reason: "must be a JSON object" }]);
  }
  return value;
}
