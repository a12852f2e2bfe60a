import type { OpenApiDocument } from "./document.ts";
import { asObject, entriesOf, itemsOf } from "./json.ts";
import { resolve } from "./resolve.ts";

/** Whether a request must carry credentials, may carry them, or needs none. */
export type Auth = "required" | "optional" | "none";

/** One scheme of a way to be let in. */
export interface SecurityScheme {
  /** Its name under `components.securitySchemes`. */
  readonly name: string;
  /** Whether it is sent as `Authorization: Bearer …`: http bearer, oauth2, openIdConnect. */
  readonly isBearer: boolean;
  readonly scopes: readonly string[];
}

/** The ways to be let in, each a list of schemes that must all be met; an empty one is open to all. */
export type SecurityAlternatives = readonly (readonly SecurityScheme[])[];

/** The security of an operation, or of the document where the operation states none. */
export function readSecurity(document: OpenApiDocument, operation: unknown): SecurityAlternatives {
  const schemes = asObject(asObject(document.components).securitySchemes);
  return itemsOf(asObject(operation).security ?? document.security).map((alternative) =>
    entriesOf(alternative).map(([name, scopes]) => {
      const scheme = Object.hasOwn(schemes, name) ? resolve(document, schemes[name]) : {};
      const { type, scheme: kind } = scheme;
      const isHttpBearer = type === "http" && String(kind).toLowerCase() === "bearer";
      return {
        name,
        isBearer: isHttpBearer || type === "oauth2" || type === "openIdConnect",
        scopes: itemsOf(scopes).map(String),
      };
    }),
  );
}

/** What the alternatives come to for a caller. */
export function authOf(alternatives: SecurityAlternatives): Auth {
  const free = alternatives.filter((schemes) => schemes.length === 0).length;
  if (free === alternatives.length) {
    return "none";
  }
  return free > 0 ? "optional" : "required";
}
