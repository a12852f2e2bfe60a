/** An invalid parameter and the rule that it violates. */
export interface InvalidParameter {
  readonly parameter: string;
  readonly reason: string;
}

interface HttpErrorOptions {
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
  readonly status: number;
  /** Invalid parameters, for status 400. */
  readonly errors: readonly InvalidParameter[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, options: HttpErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** Creates a 404: the requested resource does not exist. */
export function notFound(detail: string): HttpError {
  return new HttpError(404, detail);
}

/** Creates a 400 that names each invalid parameter. */
export function invalid(errors: readonly InvalidParameter[]): HttpError {
  const detail =
    errors.length === 1 ? "One parameter is invalid." : `${errors.length} parameters are invalid.`;
  return new HttpError(400, detail, { errors });
}
