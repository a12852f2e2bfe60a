import type { CredentialScheme } from "@chainkit/runtime";

/** Alternatives of credentials, each of which are sent together. */
export type Alternatives = readonly (readonly CredentialScheme[])[];

/** What the operations of the areas take. */
export const BEARER: Alternatives = [[{ kind: "bearer" }]];

/**
 * Finds out what is wrong with the credentials of a request.
 *
 * @param auth Whether an operation requires some, may take some, or takes none.
 * @returns The place of the credentials, and the reason; undefined if nothing is wrong.
 */
export function denialOf(
  auth: "required" | "optional" | "none",
  alternatives: Alternatives,
  request: Request,
): { readonly parameter: string; readonly reason: string } | undefined {
  const isAbsent = alternatives.flat().every((each) => textOf(each, request) === null);
  const isSent = alternatives.some((schemes) => schemes.every((each) => isValid(each, request)));
  const [first] = alternatives.flat();
  if (auth === "none" || !first || isSent || (isAbsent && auth === "optional")) {
    return undefined;
  }
  const forms = alternatives.map((schemes) => schemes.map(formOf).join(" with "));
  const parameter = first.kind === "key" ? first.name : "authorization";
  return { parameter, reason: `must be sent, as ${forms.join(" or ")}` };
}

function textOf(scheme: CredentialScheme, request: Request): string | null {
  const name = scheme.kind === "key" ? scheme.name : "authorization";
  if (scheme.kind !== "key" || scheme.in === "header") {
    return request.headers.get(name);
  }
  if (scheme.in === "query") {
    return new URL(request.url).searchParams.get(name);
  }
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

function isValid(scheme: CredentialScheme, request: Request): boolean {
  const text = textOf(scheme, request) ?? "";
  const forms = { bearer: /^Bearer \S+$/i, basic: /^Basic [A-Za-z0-9+/]+=*$/i, key: /./ };
  return forms[scheme.kind].test(text);
}

function formOf(scheme: CredentialScheme): string {
  const forms = { bearer: "`Bearer <token>`", basic: "`Basic <credentials>`" };
  if (scheme.kind !== "key") {
    return forms[scheme.kind];
  }
  const place = scheme.in === "query" ? "query parameter" : scheme.in;
  return `the ${place} \`${scheme.name}\``;
}
