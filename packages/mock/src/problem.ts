import { STATUS_CODES } from "node:http";

/** What the mock says in its own name, where the spec documents no answer (RFC 9457). */
interface Problem {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/** One answer, ready to be written to the wire. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the body; absent: no body. */
  readonly body?: string;
}

/** An `application/problem+json` answer of the mock's own. */
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
