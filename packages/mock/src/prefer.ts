import { type Operation, preferredName, responseFor } from "@chainkit/openapi";
import { examplesOf, successOf } from "./operations.ts";
import type { MockRequest } from "./request.ts";

/** The preferences that the mock reads. */
const OWN_PREFERENCES = /(?:^|[,;])\s*(?:code|example)\s*=\s*(?:"[^"]*"|[^\s",;]+)/gi;

/** Response requested by the caller; undocumented if the operation does not have it. */
export type Preference =
  | { readonly kind: "documented"; readonly code?: number; readonly example?: string }
  | { readonly kind: "undocumented"; readonly message: string };

/**
 * Parses `Prefer: code=404, example=unknownTag` (RFC 7240); other preferences are ignored.
 * Undocumented responses are rejected rather than generated, because they would look real.
 */
export function preferenceOf(
  header: string | undefined,
  operation: Operation,
): Preference | undefined {
  const code = readPreference(header, "code");
  const written = readPreference(header, "example");
  if (code === undefined && written === undefined) {
    return undefined;
  }
  const response =
    code === undefined ? successOf(operation) : responseFor(operation.responses, Number(code));
  if (!response || !/^([1-5]\d\d)?$/.test(code ?? "")) {
    const documented = operation.responses.map((each) => each.status).join(", ");
    return undocumented(
      operation,
      `has no documented status ${code}; expected one of ${documented}`,
    );
  }
  const names = examplesOf(response).map(({ key }) => key);
  const example = written === undefined ? undefined : preferredName(names, written);
  if (written !== undefined && example === undefined) {
    const documented = names.join(", ") || "none";
    const message = `has no example ${written} for ${response.status}; expected one of ${documented}`;
    return undocumented(operation, message);
  }
  return {
    kind: "documented",
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(example === undefined ? {} : { example }),
  };
}

/** Removes what is meant for the mock from the header, which may be a parameter of the operation itself. */
export function withoutPreference(request: MockRequest): MockRequest {
  const { prefer = "", ...headers } = request.headers;
  const others = prefer.replace(OWN_PREFERENCES, "").replace(/^[\s,;]+/, "");
  return { ...request, headers: others === "" ? headers : { ...headers, prefer: others } };
}

function undocumented(operation: Operation, message: string): Preference {
  return { kind: "undocumented", message: `Prefer: ${operation.id} ${message}` };
}

function readPreference(header: string | undefined, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|[,;])\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s",;]+))`, "i");
  const match = pattern.exec(header ?? "");
  return match?.[1] ?? match?.[2];
}
