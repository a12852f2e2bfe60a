import { alternativesOf, credentialsOf, withCredential, withQuery } from "../http/credential.ts";
import { type HttpRequest, SWAPPED_TOKEN, TRUNCATED_TOKEN } from "../http/request.ts";
import type { Operation } from "../spec/operations.ts";
import type { Case, Expectation, Need } from "./case.ts";
import { accepted } from "./expect.ts";
import { requestFor, type Setting, type Values } from "./values.ts";

/** Invalid forms of the valid token, with `$TOKEN` as its placeholder. */
const WRONG_FORMS: readonly [name: string, authorization: string, because: string, need?: Need][] =
  [
    ["the valid token as Basic", "Basic $TOKEN", "the scheme must be Bearer"],
    ["the valid token of another scheme", "Token $TOKEN", "the scheme must be Bearer"],
    ["the valid token without a scheme", "$TOKEN", "the scheme must be Bearer"],
    ["the valid token without its end", `Bearer ${TRUNCATED_TOKEN}`, "the token is truncated"],
    ["the valid token with a character more", "Bearer $TOKEN.", "the token is another one"],
    [
      "the valid token in the other case",
      `Bearer ${SWAPPED_TOKEN}`,
      "the token is another one",
      "letters",
    ],
  ];

/** Cases without credentials, and with valid and invalid ones. */
export function securityCases(operation: Operation, setting: Setting, base: Values): Case[] {
  const { auth, node, spec } = operation;
  const part = node.security === undefined ? spec.document : node;
  const rule = { part, key: "security" };
  const plain = { ...requestFor(operation, base), withToken: false };
  const allowed = (because: string) => accepted(operation, setting, base, because, rule);
  const forbidden = (because: string): Expectation => ({ statuses: ["401"], because, rule });
  const one = (
    name: string,
    authorization: string,
    expect: Expectation,
    needs: Need[] = [],
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
  const isWrong = (authorization: string) => !(takesBasic && authorization.startsWith("Basic "));
  const forms = WRONG_FORMS.filter(([, authorization]) => isWrong(authorization)).map(
    ([name, authorization, because, need]) =>
      one(name, authorization, forbidden(because), ["token", "tokens", ...(need ? [need] : [])]),
  );
  const inQuery: Case = {
    ...none,
    name: "the valid token in the query",
    request: {
      ...none.request,
      target: withQuery(plain.target, "access_token=$TOKEN&token=$TOKEN&api_key=$TOKEN"),
    },
    expect: none.expect,
    needs: ["token", "tokens"],
  };
  return [
    none,
    good,
    ...(auth === "required" ? [inQuery] : []),
    ...forms,
    ...(takesBasic
      ? []
      : [one("another scheme", "Basic dXNlcjpwYXNz", forbidden("the scheme must be Bearer"))]),
    one("an invalid token", "Bearer no-such-token", forbidden("the token is not valid"), [
      "tokens",
    ]),
    one("an empty token", "Bearer", forbidden("there is no token behind the scheme")),
    one("no scheme", "no-such-token", forbidden("the scheme must be Bearer")),
  ];
}
