import { alternativesOf, credentialsOf, withCredential, withQuery } from "../http/credential.ts";
import { type HttpRequest, SWAPPED_TOKEN, TRUNCATED_TOKEN } from "../http/request.ts";
import type { Case, Expectation, Need } from "./case.ts";
import { accepted, type Call } from "./expect.ts";
import { requestFor } from "./values.ts";

const SCHEME = "the scheme must be Bearer";
const VALID: readonly Need[] = ["token", "tokens"];

/** Credentials that must be refused, with `$TOKEN` as placeholder of the valid token. */
const WRONG: readonly [name: string, text: string, because: string, needs?: readonly Need[]][] = [
  ["the valid token as Basic", "Basic $TOKEN", SCHEME, VALID],
  ["the valid token of another scheme", "Token $TOKEN", SCHEME, VALID],
  ["the valid token without a scheme", "$TOKEN", SCHEME, VALID],
  ["the valid token without its end", `Bearer ${TRUNCATED_TOKEN}`, "the token is truncated", VALID],
  ["the valid token with a character more", "Bearer $TOKEN.", "the token is another one", VALID],
  [
    "the valid token in the other case",
    `Bearer ${SWAPPED_TOKEN}`,
    "the token is another one",
    [...VALID, "letters"],
  ],
  ["another scheme", "Basic dXNlcjpwYXNz", SCHEME],
  ["an invalid token", "Bearer no-such-token", "the token is not valid", ["tokens"]],
  ["an empty token", "Bearer", "there is no token behind the scheme"],
  ["no scheme", "no-such-token", SCHEME],
];

/** Cases without credentials, and with valid and invalid ones. */
export function securityCases(call: Call): Case[] {
  const { operation, base } = call;
  const { auth, node, spec } = operation;
  const part = node.security === undefined ? spec.document : node;
  const rule = { part, key: "security" };
  const plain = { ...requestFor(operation, base), withToken: false };
  const allowed = (because: string) => accepted(call, base, because, rule);
  const forbidden = (because: string): Expectation => ({ statuses: ["401"], because, rule });
  const one = (
    name: string,
    authorization: string,
    expect: Expectation,
    needs: readonly Need[] = [],
  ): Case => ({
    operation,
    kind: "security",
    name,
    request: { ...plain, headers: { ...plain.headers, authorization } },
    expect,
    needs,
    valid: expect.statuses[0] !== "401",
  });
  const none: Case = {
    ...one(
      "no token",
      "",
      auth === "required" ? forbidden("a token is required") : allowed("no token is required"),
      auth === "required" ? [] : ["harmless"],
    ),
    request: auth === "none" ? plain : { ...plain, isAnonymous: true },
  };
  if (auth === "none") {
    const because = "the operation declares no authentication";
    return [none, one("an unneeded token", "Bearer not-asked-for", allowed(because), ["harmless"])];
  }
  const good: Case = {
    ...none,
    name: "a valid token",
    request: { ...plain, withToken: true },
    expect: allowed("the token is valid"),
    needs: ["token", "harmless"],
    valid: true,
  };
  const credentials = credentialsOf(operation);
  const [credential] = credentials;
  if (credentials.length > 1 || credential?.kind !== "bearer") {
    const wrong = credentials.reduce<Pick<HttpRequest, "target" | "headers">>(
      (sent, each) => withCredential(sent, each, "no-such-key"),
      plain,
    );
    const unknown: Case = {
      ...none,
      name: "an invalid credential",
      request: { ...none.request, ...wrong },
      expect: forbidden("the credential is not valid"),
      needs: ["tokens"],
      valid: false,
    };
    return [none, good, unknown];
  }
  const takesBasic = alternativesOf(operation.security)
    .flat()
    .some(({ kind }) => kind === "basic");
  const wrong = WRONG.filter(([, text]) => !(takesBasic && text.startsWith("Basic ")));
  const inQuery: Case = {
    ...none,
    name: "the valid token in the query",
    request: {
      ...none.request,
      target: withQuery(plain.target, "access_token=$TOKEN&token=$TOKEN&api_key=$TOKEN"),
    },
    needs: VALID,
  };
  return [
    none,
    good,
    ...(auth === "required" ? [inQuery] : []),
    ...wrong.map(([name, text, because, needs]) => one(name, text, forbidden(because), needs)),
  ];
}
