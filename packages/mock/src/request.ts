import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";

/** A request, taken off the wire. */
export interface MockRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or the text of any other body; absent: no body. */
  readonly body?: unknown;
  /** What makes the request unreadable, so that no schema has to be asked. */
  readonly unreadable?: { readonly location: string; readonly message: string };
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The body is larger than the mock takes. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/**
 * Reads a request to its end.
 *
 * @throws BodyTooLarge above 10 MiB.
 */
export async function readRequest(incoming: IncomingMessage): Promise<MockRequest> {
  const { path, search } = splitTarget(incoming.url ?? "/");
  const bytes = await readBody(incoming);
  const type = mediaType(incoming.headers["content-type"]);
  const headers = normaliseHeaders(incoming, bytes.length, type);
  const request = { path, query: readQuery(search), headers };
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

/** Splits by hand: a URL parser takes `//` for the beginning of a host name. */
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
    // What is over the limit is read and dropped, for a sender still writing would not read a reply.
    if (size <= MAX_BODY_BYTES) {
      chunks.push(chunk);
    }
  }
  if (size > MAX_BODY_BYTES) {
    throw new BodyTooLarge(`the request body exceeds ${MAX_BODY_BYTES} bytes`);
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
  // Prism judges the media type only where a length is stated, which a chunked body lacks, and
  // throws at one that cannot be parsed.
  headers["content-length"] = String(length);
  if (headers["content-type"] !== undefined && type === undefined) {
    headers["content-type"] = "application/octet-stream";
  }
  // The scheme's case does not matter (RFC 7235, 2.1), but does to Prism.
  if (headers.authorization !== undefined) {
    headers.authorization = headers.authorization.replace(/^bearer(?=\s)/i, "Bearer");
  }
  return headers;
}

/** The type and subtype in lower case; absent if there is none or it cannot be parsed. */
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
