import type { Operation } from "@chainkit/runtime";
import { type Document, type OperationObject, resolve } from "../openapi.ts";
import type { Report } from "../problems.ts";

interface SecurityScheme {
  type?: string;
  scheme?: string;
}

/**
 * Whether a bearer token is needed. Of the alternatives that a spec offers, those that a bearer token
 * alone fulfils count: some → `required`, or `optional` where "no security" (`{}`) is among them.
 */
export function readAuth(
  document: Document,
  operation: OperationObject,
  report: Report,
): Operation["auth"] | undefined {
  const alternatives = operation.security ?? document.security ?? [];
  const isFree = alternatives.some((alternative) => Object.keys(alternative).length === 0);
  const takesBearer = alternatives.some((alternative) => {
    const schemes = Object.keys(alternative);
    return schemes.length > 0 && schemes.every((name) => isBearer(document, name));
  });
  if (takesBearer) {
    return isFree ? "optional" : "required";
  }
  if (alternatives.length > 0 && !isFree) {
    const names = alternatives.map((alternative) => Object.keys(alternative).join(" with "));
    report(
      "security",
      `${names.join(", ")} is not supported`,
      "offer a bearer scheme (http bearer, oauth2, openIdConnect)",
    );
  }
  return undefined;
}

function isBearer(document: Document, name: string): boolean {
  const schemes = document.components?.securitySchemes ?? {};
  if (!Object.hasOwn(schemes, name)) {
    return false;
  }
  const { type, scheme } = resolve<SecurityScheme>(document, schemes[name] as SecurityScheme);
  return (
    type === "oauth2" ||
    type === "openIdConnect" ||
    (type === "http" && scheme?.toLowerCase() === "bearer")
  );
}
