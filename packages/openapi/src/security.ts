import type { OpenApiDocument } from "./document.ts";
import { asObject, entriesOf, itemsOf } from "./json.ts";
import { resolve } from "./resolve.ts";

/** Whether a request must carry credentials, may carry them, or needs none. */
export type Auth = "required" | "optional" | "none";

/** A security scheme of an alternative. */
export interface SecurityScheme {
  /** Name under `components.securitySchemes`. */
  readonly name: string;
  /** Whether it is sent as `Authorization: Bearer …`: http bearer, oauth2, openIdConnect. */
  readonly isBearer: boolean;
  /** Scopes that the operation requires, and `x-scope` of the scheme. */
  readonly scopes: readonly string[];
}

/** Alternatives, each a list of schemes that are all required; an empty list requires none. */
export type SecurityAlternatives = readonly (readonly SecurityScheme[])[];

/** Returns the security of an operation, or of the document if the operation declares none. */
export function readSecurity(document: OpenApiDocument, operation: unknown): SecurityAlternatives {
  const schemes = asObject(asObject(document.components).securitySchemes);
  return itemsOf(asObject(operation).security ?? document.security).map((alternative) =>
    entriesOf(alternative).map(([name, scopes]) => {
      const scheme = Object.hasOwn(schemes, name) ? resolve(document, schemes[name]) : {};
      const { type, scheme: kind, "x-scope": scope } = scheme;
      const isHttpBearer = type === "http" && String(kind).toLowerCase() === "bearer";
      return {
        name,
        isBearer: isHttpBearer || type === "oauth2" || type === "openIdConnect",
        scopes: [...itemsOf(scopes), ...(scope === undefined ? [] : [scope])].map(String),
      };
    }),
  );
}

/** Reduces the alternatives to what a caller must send. */
export function authOf(alternatives: SecurityAlternatives): Auth {
  const free = alternatives.filter((schemes) => schemes.length === 0).length;
  if (free === alternatives.length) {
    return "none";
  }
  return free > 0 ? "optional" : "required";
}
