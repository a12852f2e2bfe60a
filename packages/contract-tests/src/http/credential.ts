import type { Credential, SecurityAlternatives } from "@chainkit/openapi";
import type { Operation } from "../spec/operations.ts";

/** A header or query parameter that carries the token: the text before it, and how it is encoded. */
interface Place {
  readonly in: "header" | "query";
  readonly name: string;
  readonly before: string;
  readonly isBase64: boolean;
}

/** The credentials of which one suffices. */
export function singleCredentials(security: SecurityAlternatives): Credential[] {
  return security.flatMap(([scheme, ...others]) =>
    scheme?.credential && others.length === 0 ? [scheme.credential] : [],
  );
}

/** How an operation takes the token: as the first of its alternatives that is a single credential, or as a bearer. */
export function credentialOf({ security }: Pick<Operation, "security">): Credential {
  const single = singleCredentials(security);
  return single.find(({ kind }) => kind === "bearer") ?? single[0] ?? { kind: "bearer" };
}

/** Where a credential is sent. */
export function placeOf(credential: Credential): Place {
  if (credential.kind !== "key") {
    const [before, isBase64] = credential.kind === "basic" ? ["Basic ", true] : ["Bearer ", false];
    return { in: "header", name: "authorization", before, isBase64 };
  }
  const { in: place, name } = credential;
  if (place === "query") {
    return { in: place, name, before: "", isBase64: false };
  }
  return place === "cookie"
    ? { in: "header", name: "cookie", before: `${name}=`, isBase64: false }
    : { in: "header", name: name.toLowerCase(), before: "", isBase64: false };
}

/** Adds the token to the headers or the target of a request. */
export function withCredential(
  { target, headers }: Sent,
  credential: Credential,
  token: string,
): Sent {
  const { in: place, name, before, isBase64 } = placeOf(credential);
  // A username may stand alone, as where an API key is one.
  const pair = token.includes(":") ? token : `${token}:`;
  const value = before + (isBase64 ? Buffer.from(pair).toString("base64") : token);
  if (place === "query") {
    return { target: withQuery(target, `${name}=${encodeURIComponent(value)}`), headers };
  }
  const others = name === "cookie" && headers.cookie ? `${headers.cookie}; ` : "";
  return { target, headers: { ...headers, [name]: others + value } };
}

/** The part of a request that a credential changes. */
interface Sent {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Adds to the query of a target. */
export function withQuery(target: string, query: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}
