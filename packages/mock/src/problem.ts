/** Error of the mock itself, used if the spec documents no response. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
  /** Name of its type in the catalogue. Default: the first type of the status. */
  readonly name?: string;
  /** Invalid parameters and headers. */
  readonly errors?: readonly { readonly parameter: string; readonly reason: string }[];
}

/** HTTP response. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; undefined if there is none. */
  readonly body?: string;
  /** Replaces the body by problem details, once the type is known. */
  readonly problem?: Problem;
}

/** Creates the response of an error of the mock itself. */
export function problem(
  status: number,
  detail: string,
  more: Pick<Problem, "name" | "errors"> & { headers?: Readonly<Record<string, string>> } = {},
): MockResponse {
  const { headers = {}, ...rest } = more;
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    problem: { status, detail, ...rest },
  };
}
