/** An invalid parameter and the rule that it violates. */
export interface InvalidParameter {
  readonly parameter: string;
  readonly reason: string;
}

/** The statuses of all errors; each has an entry in the catalogue of errors. */
export const ERROR_STATUSES = [
  400, 401, 404, 405, 408, 409, 413, 414, 415, 417, 429, 431, 500, 501, 502, 503, 504,
] as const;

export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** Entries of the catalogue that are not the first of their status. */
export const PROBLEM_NAMES = [
  "malformed-request",
  "chain-not-served",
  "unknown-path",
  "balance-pending",
  "balance-unreadable",
] as const;

export type ProblemName = (typeof PROBLEM_NAMES)[number];

interface HttpErrorOptions {
  /** Name in the catalogue of errors. Default: the first one of the status. */
  readonly problem?: ProblemName;
  readonly errors?: readonly InvalidParameter[];
  /** Response headers; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * An error response. The message is sent to the caller and must not contain secrets.
 *
 * @example
 * throw new HttpError(404, "ethereum has no such transaction.");
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: ErrorStatus;
  /** Name in the catalogue of errors; undefined: the first one of the status. */
  readonly problem: ProblemName | undefined;
  /** Invalid parameters, for status 400. */
  readonly errors: readonly InvalidParameter[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, detail: string, options: HttpErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.problem = options.problem;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/**
 * Creates a 404: the requested resource does not exist.
 *
 * @param problem Name in the catalogue of errors. Default: `not-found`.
 */
export function notFound(detail: string, problem?: ProblemName): HttpError {
  return new HttpError(404, detail, problem && { problem });
}

/** Creates a 400 that names each invalid parameter. */
export function invalid(errors: readonly InvalidParameter[]): HttpError {
  const detail =
    errors.length === 1 ? "One parameter is invalid." : `${errors.length} parameters are invalid.`;
  return new HttpError(400, detail, { errors });
}
