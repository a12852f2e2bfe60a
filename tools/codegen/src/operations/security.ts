import type { Operation as Described } from "@chainkit/openapi";
import type { Operation } from "@chainkit/runtime";
import type { Report } from "../problems.ts";

/**
 * Determines whether a bearer token is needed. Only alternatives that a bearer token alone satisfies are
 * considered. If there are none, the operation is rejected, even if "no security" (`{}`) is allowed,
 * because clients could not send the other credentials.
 */
export function readAuth(
  { auth, security }: Described,
  report: Report,
): Operation["auth"] | undefined {
  if (auth === "none") {
    return undefined;
  }
  const asked = security.filter((schemes) => schemes.length > 0);
  if (asked.some((schemes) => schemes.every(({ isBearer }) => isBearer))) {
    return auth;
  }
  const names = asked.map((schemes) => schemes.map(({ name }) => name).join(" with "));
  report(
    "security",
    `${names.join(", ")} is not supported`,
    "offer a bearer scheme (http bearer, oauth2, openIdConnect)",
  );
  return undefined;
}
