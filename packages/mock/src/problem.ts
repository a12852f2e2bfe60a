import { STATUS_CODES } from "node:http";

/** Problem details (RFC 9457) of the mock itself, used if the spec documents no response. */
interface Problem {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/** HTTP response. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; undefined if there is none. */
  readonly body?: string;
}

/** Creates an `application/problem+json` response. */
export function problem(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): MockResponse {
  const body: Problem = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
  };
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify(body),
  };
}
