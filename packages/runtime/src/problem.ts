/** The members of a problem (RFC 9457) that have a meaning everywhere. */
export interface ProblemDetails {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly instance?: string;
}

/**
 * Checks whether the body of an error is a problem (RFC 9457): an object with a title, a detail or a type.
 *
 * @param body `body` of an error of kind `http`.
 * @example
 * if (isApiError(error) && error.kind === "http" && isProblem(error.body)) {
 *   console.error(error.status, error.body.title, error.body.detail);
 * }
 */
export function isProblem(body: unknown): body is ProblemDetails {
  const { title, detail, type } = Object(body) as ProblemDetails;
  return typeof (title ?? detail ?? type) === "string";
}
