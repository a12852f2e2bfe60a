/** One refused parameter and the rule that its value breaks. */
export interface InvalidParameter {
  readonly parameter: string;
  readonly reason: string;
}

interface HttpErrorOptions {
  readonly errors?: readonly InvalidParameter[];
  /** Sent with the answer; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * A request that is answered with an error; its text goes to the caller, so it holds no secrets.
 *
 * @example
 * throw new HttpError(404, "ethereum has no such transaction.");
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  /** The refused parameters, for status 400. */
  readonly errors: readonly InvalidParameter[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, options: HttpErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** The answer 404: what was asked for does not exist. */
export function notFound(detail: string): HttpError {
  return new HttpError(404, detail);
}

/** The answer 400, naming each refused parameter. */
export function invalid(errors: readonly InvalidParameter[]): HttpError {
  const detail =
    errors.length === 1 ? "One parameter is invalid." : `${errors.length} parameters are invalid.`;
  return new HttpError(400, detail, { errors });
}
