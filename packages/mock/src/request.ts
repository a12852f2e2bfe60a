import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";

/** Parsed HTTP request. */
export interface MockRequest {
  readonly path: string;
  /** The query as it was sent, without `?`. */
  readonly search: string;
  /** The body as text, or a character for each byte of a form in parts; empty if there is none. */
  readonly bytes: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or the text of another media type; undefined if there is no body. */
  readonly body?: unknown;
  /** Why the request cannot be parsed; it is rejected without validation. */
  readonly unreadable?: { readonly location: string; readonly message: string };
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The request body exceeds the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/**
 * Reads and parses a request.
 *
 * @throws BodyTooLargeError above 10 MiB.
 */
export async function readRequest(incoming: IncomingMessage): Promise<MockRequest> {
  const { path, search } = splitTarget(incoming.url ?? "/");
  const bytes = await readBody(incoming);
  const type = mediaType(incoming.headers["content-type"]);
  const headers = normaliseHeaders(incoming, bytes.length, type);
  // The parts of a form may be bytes.
  const isInParts = type === "multipart/form-data";
  const sent = { path, search, bytes: bytes.toString(isInParts ? "latin1" : "utf8") };
  const request = { ...sent, query: readQuery(search), headers };
  if (!isDecodable(path)) {
    const unreadable = { location: "path", message: "Request path is not percent-encoded UTF-8" };
    return { ...request, unreadable };
  }
  if (bytes.length === 0) {
    return request;
  }
  const text = bytes.toString("utf8");
  if (!/^application\/(?:.*\+)?json$/.test(type ?? "")) {
    return { ...request, body: text };
  }
  try {
    return { ...request, body: JSON.parse(text) };
  } catch (error) {
    const message = `Request body is not valid JSON: ${(error as Error).message}`;
    return { ...request, unreadable: { location: "body", message } };
  }
}

/** Splits the request target. The URL parser would treat a leading `//` as the start of a host. */
function splitTarget(target: string): { path: string; search: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  const mark = local.indexOf("?");
  return mark === -1
    ? { path: local || "/", search: "" }
    : { path: local.slice(0, mark) || "/", search: local.slice(mark + 1) };
}

function readQuery(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const [first = "", ...more] = parameters.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    // Reads on above the limit, because a client that is still sending does not read the response.
    if (size <= MAX_BODY_BYTES) {
      chunks.push(chunk);
    }
  }
  if (size > MAX_BODY_BYTES) {
    throw new BodyTooLargeError(`the request body exceeds ${MAX_BODY_BYTES} bytes`);
  }
  return Buffer.concat(chunks);
}

function normaliseHeaders(
  incoming: IncomingMessage,
  length: number,
  type: string | undefined,
): Record<string, string> {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  // Prism checks the media type only if there is a content length, which chunked bodies lack, and
  // throws if it cannot be parsed.
  headers["content-length"] = String(length);
  if (headers["content-type"] !== undefined && type === undefined) {
    headers["content-type"] = "application/octet-stream";
  }
  // The scheme is case-insensitive (RFC 7235, 2.1), but Prism compares its case.
  if (headers.authorization !== undefined) {
    headers.authorization = headers.authorization.replace(/^bearer(?=\s)/i, "Bearer");
  }
  return headers;
}

/** Parses type and subtype, in lower case; undefined if absent or invalid. */
function mediaType(header: string | undefined): string | undefined {
  try {
    return header === undefined ? undefined : new MIMEType(header).essence;
  } catch {
    return undefined;
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
