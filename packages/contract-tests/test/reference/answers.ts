import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";

/** A request with its route. */
export interface Call {
  readonly operation: string;
  readonly path: string;
  /** Path and query parameters, as text. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query as it came, where a name may come twice. */
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly authorization: string | undefined;
  readonly contentType: string;
  readonly text: Buffer;
}

/** A response, before it is written. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; a Buffer is written unchanged. */
  readonly body: unknown;
}

const JSON_TYPE = { "content-type": "application/json" };

export function ok(body: unknown): Answer {
  return { status: 200, headers: JSON_TYPE, body };
}

/** Envelope of management without data, or of a failure. */
export function envelope(status: number, msg: string, data: unknown = {}): Answer {
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  const code = status === 200 ? 0 : status;
  return { status, headers: { ...JSON_TYPE, ...challenge }, body: { code, data, msg } };
}

/** Error in the format of the data areas. */
export function problem(status: number, detail: string, parameter?: string): Answer {
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  const errors = parameter === undefined ? {} : { errors: [{ parameter, reason: detail }] };
  const title = STATUS_CODES[status] ?? "";
  return {
    status,
    headers: { "content-type": "application/problem+json", ...challenge },
    body: { type: "about:blank", title, status, detail, ...errors },
  };
}
