import type { Operation as Described } from "@chainkit/openapi";
import type { Operation } from "@chainkit/runtime";
import type { Report } from "../problems.ts";

/**
 * Whether a bearer token is needed. Of the alternatives that a spec offers, those that a bearer token
 * alone fulfils count. Where there is none, the operation is refused: also beside "no security"
 * (`{}`), as its callers could never send the credentials that the spec speaks of.
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
