import type { getHttpOperationsFromSpec } from "@stoplight/prism-http";

/** Operation in Prism's representation. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** Where a request is invalid, and why. */
interface Located {
  readonly location: readonly string[];
  readonly message: string;
}

/** Begins the name of a header parameter that is a cookie in the document. */
const PREFIX = "cookie.";

/** Declares cookie parameters as header parameters, because Prism validates none in cookies. */
export function cookiesAsHeaders(operation: PrismOperation): PrismOperation {
  const { request } = operation;
  const { cookie = [], headers = [] } = request ?? {};
  if (!request || cookie.length === 0) {
    return operation;
  }
  const added = cookie.map((each) => ({ ...each, name: PREFIX + each.name, style: "simple" }));
  const all = [...headers, ...added] as typeof headers;
  return { ...operation, request: { ...request, headers: all } };
}

/** Parses a `Cookie` header into the header parameters that stand for cookies. */
export function cookieHeaders(header: string | undefined): Record<string, string> {
  const pairs = (header ?? "").split(/;\s*/).flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [[PREFIX + pair.slice(0, at).trim(), decoded(pair.slice(at + 1))]] : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Restores the place and the names of cookies in a violation of the request. */
export function asCookieViolation<Violation extends Located>(
  operation: PrismOperation,
  violation: Violation,
): Violation {
  const [side = "", place, name, ...rest] = violation.location;
  const cookie = operation.request?.cookie?.find((each) => {
    const declared = (PREFIX + each.name).toLowerCase();
    return name === undefined
      ? violation.message.endsWith(`'${declared}'`)
      : name.toLowerCase() === declared;
  });
  if (side !== "request" || place !== "header" || !cookie) {
    return violation;
  }
  const message = violation.message
    .replace(/^Request header parameter \S+/, `Request cookie ${cookie.name}`)
    .replace(
      /^Request header(?= must have required property).*/,
      `Request cookie ${cookie.name} is required`,
    );
  return { ...violation, location: [side, "cookie", cookie.name, ...rest], message };
}
