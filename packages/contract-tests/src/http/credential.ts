import { type Credential, onePerPlace, type SecurityAlternatives } from "@chainkit/openapi";
import type { Operation } from "../spec/operations.ts";

/** A header or query parameter that carries the token: the text before it, and how it is encoded. */
interface Place {
  readonly in: "header" | "query";
  readonly name: string;
  readonly before: string;
  readonly isBase64: boolean;
}

/** The credentials of each alternative; of those that take the same place, a request has one. */
export function alternativesOf(security: SecurityAlternatives): (readonly Credential[])[] {
  const asked = security.filter((schemes) => schemes.length > 0);
  return asked.flatMap((schemes) => {
    const distinct = new Map(schemes.map((each) => [JSON.stringify(each.credential), each]));
    return onePerPlace([...distinct.values()]).map((each) =>
      each.map(({ credential }) => credential),
    );
  });
}

/** How an operation takes the token: as a bearer if it may be one, or as its first alternative. */
export function credentialsOf({ security }: Pick<Operation, "security">): readonly Credential[] {
  const all = alternativesOf(security);
  const single = all.filter(({ length }) => length === 1);
  const bearer = single.find(([only]) => only?.kind === "bearer");
  return bearer ?? single[0] ?? all[0] ?? [{ kind: "bearer" }];
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

/** The credentials that are the token: all but keys that a general header has, such as that of an application. */
export function tokensOf(
  credentials: readonly Credential[] = [{ kind: "bearer" }],
  general: readonly string[] = [],
): readonly Credential[] {
  const names = general.map((name) => name.toLowerCase());
  return credentials.filter(
    (each) => each.kind !== "key" || each.in !== "header" || !names.includes(placeOf(each).name),
  );
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
