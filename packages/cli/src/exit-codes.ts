import { UsageError } from "@chainkit/command";

/** The exit codes, and what each says. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [0, "success; also if the reader of a pipe closes it early"],
  [1, "unexpected error"],
  [2, "wrong usage, or input that the contract forbids; nothing was sent"],
  [3, "no response: connection refused, name not found, TLS failure"],
  [4, "timeout"],
  [5, "HTTP status 4xx other than those below, or a redirect"],
  [6, "HTTP 401 or 403: token missing, wrong or not allowed"],
  [7, "HTTP 404: not found"],
  [8, "HTTP 429: rate limit exceeded"],
  [9, "HTTP status 5xx"],
  [10, "response that breaks the contract: not JSON, a repeated cursor"],
  [11, "result code of an envelope that is not a success"],
  [130, "Ctrl-C"],
];

/** Properties of an error that determine the exit code. */
interface ErrorFacts {
  readonly kind?: string;
  readonly status?: number;
}

const byKind: Readonly<Record<string, number>> = {
  input: 2,
  network: 3,
  timeout: 4,
  decode: 10,
  pagination: 10,
  envelope: 11,
  aborted: 130,
};

const byStatus: Readonly<Record<number, number>> = { 401: 6, 403: 6, 404: 7, 429: 8 };

/** The exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) {
    return 2;
  }
  const { kind = "", status = 0 } = Object(error) as ErrorFacts;
  if (kind === "http") {
    return byStatus[status] ?? (status >= 500 ? 9 : 5);
  }
  return byKind[kind] ?? 1;
}
