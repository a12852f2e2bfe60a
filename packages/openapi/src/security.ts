import type { OpenApiDocument } from "./document.ts";
import { asObject, entriesOf, itemsOf, type JsonObject, textOf } from "./json.ts";
import { resolve } from "./resolve.ts";

/** Whether a request must carry credentials, may carry them, or needs none. */
export type Auth = "required" | "optional" | "none";

/** How a security scheme is sent. OAuth 2 and OpenID Connect are bearer tokens. */
export type Credential =
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | { readonly kind: "key"; readonly in: "header" | "query" | "cookie"; readonly name: string };

/** A security scheme of an alternative. */
export interface SecurityScheme {
  /** Name under `components.securitySchemes`. */
  readonly name: string;
  readonly credential: Credential;
  /** Scopes that the operation requires, and `x-scope` of the scheme. */
  readonly scopes: readonly string[];
}

/** Alternatives, each a list of schemes that are all required; an empty list requires none. */
export type SecurityAlternatives = readonly (readonly SecurityScheme[])[];

/** What a request must or may carry. */
export interface Security {
  readonly auth: Auth;
  readonly security: SecurityAlternatives;
  /**
   * Names of the schemes that are required in addition, and are no header, query parameter or cookie of a request: mutual
   * TLS, digests, and what the document does not define.
   */
  readonly unsent: readonly string[];
}

/** Reads the security of an operation, or of the document if the operation declares none. */
export function readSecurity(document: OpenApiDocument, operation: unknown): Security {
  const schemes = asObject(asObject(document.components).securitySchemes);
  const alternatives = itemsOf(asObject(operation).security ?? document.security).map((stated) => {
    const unsent: string[] = [];
    const sent = entriesOf(stated).flatMap(([name, scopes]): SecurityScheme[] => {
      const scheme = resolve(document, schemes[name]);
      const credential = credentialOf(scheme);
      if (!credential) {
        unsent.push(name);
        return [];
      }
      const { "x-scope": scope } = scheme;
      const all = [...itemsOf(scopes), ...(scope === undefined ? [] : [scope])];
      return [{ name, credential, scopes: all.map(String) }];
    });
    return { sent, unsent };
  });
  const whole = alternatives.filter(({ unsent }) => unsent.length === 0);
  const most = alternatives.filter(({ sent }) => sent.length > 0);
  const chosen = whole.length > 0 ? whole : most;
  const security = chosen.map(({ sent }) => sent);
  const unsent = whole.length > 0 ? [] : alternatives.flatMap((each) => each.unsent);
  return { auth: authOf(security), security, unsent: [...new Set(unsent)] };
}

/** Returns how the security schemes of a document are sent, by name; without those that are not. */
export function readSchemes(document: OpenApiDocument): ReadonlyMap<string, Credential> {
  const schemes = entriesOf(asObject(document.components).securitySchemes);
  return new Map(
    schemes.flatMap(([name, scheme]) => {
      const credential = credentialOf(resolve(document, scheme));
      return credential ? [[name, credential]] : [];
    }),
  );
}

/** Reduces the alternatives to what a caller must send. */
function authOf(alternatives: SecurityAlternatives): Auth {
  const free = alternatives.filter((schemes) => schemes.length === 0).length;
  if (free === alternatives.length) {
    return "none";
  }
  return free > 0 ? "optional" : "required";
}

/**
 * Returns the alternatives of credentials that a request can have: of those that take the same header, query parameter
 * or cookie, it has one, any of them.
 */
export function onePerPlace<Scheme extends { readonly credential: Credential }>(
  schemes: readonly Scheme[],
): Scheme[][] {
  let combinations: Scheme[][] = [[]];
  for (const place of new Set(schemes.map(({ credential }) => placeOf(credential)))) {
    const choices = schemes.filter(({ credential }) => placeOf(credential) === place);
    combinations = choices.flatMap((choice) => combinations.map((others) => [...others, choice]));
  }
  return combinations;
}

function placeOf(credential: Credential): string {
  if (credential.kind !== "key") {
    return "header authorization";
  }
  const { in: place, name } = credential;
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}

function credentialOf({ type, scheme, in: place, name }: JsonObject): Credential | undefined {
  const kind = type === "http" ? textOf(scheme).toLowerCase() : type;
  if (kind === "bearer" || kind === "oauth2" || kind === "openIdConnect") {
    return { kind: "bearer" };
  }
  if (kind === "basic") {
    return { kind };
  }
  const isPlace = place === "header" || place === "query" || place === "cookie";
  return kind === "apiKey" && isPlace ? { kind: "key", in: place, name: String(name) } : undefined;
}
