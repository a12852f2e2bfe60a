import { type MockResponse, problem } from "./problem.ts";

/** An error of Prism, for which the document has no response. */
export type PrismError = Error & {
  readonly status?: number;
  readonly detail?: string;
  readonly additional?: { readonly validation?: readonly Invalid[] };
};

interface Invalid {
  /** The part of the request, and the name in it; absent for a missing body. */
  readonly location?: readonly string[];
  readonly message: string;
}

/** Converts an error of Prism into a response that says what is wrong; 422 becomes 400. */
export function prismError({
  status = 500,
  detail,
  message,
  additional,
}: PrismError): MockResponse {
  const errors = (additional?.validation ?? []).map(({ location = [], message: reason }) => ({
    parameter: location.slice(1).join(".") || (location[0] ?? "body"),
    reason,
  }));
  const code = status === 422 ? 400 : status;
  return errors.length > 0
    ? problem(code, errors.map(({ reason }) => reason).join("; "), { errors })
    : problem(code, detail || message);
}
