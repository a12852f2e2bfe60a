import { type CallFacts, inputError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { TokenSource } from "./options.ts";

/** Adds credentials to headers that have none. */
export type Authorize = (headers: RequestInit["headers"], call: CallFacts) => Promise<Headers>;

/** Sending of a token, for clients with operations that take one and no other credentials. */
export const tokens = { authorizeFor };

function authorizeFor(
  { auth }: Operation,
  { token }: { readonly token?: TokenSource | undefined },
): Authorize | undefined {
  return auth && token !== undefined ? authorizeWith(token) : undefined;
}

/**
 * Creates the function that adds a token, asking for it each time.
 *
 * @throws InputError (the function) if there is no valid token; the error does not show it.
 */
export function authorizeWith(source: TokenSource): Authorize {
  return async (given, call) => {
    const headers = new Headers(given);
    if (!headers.has("authorization")) {
      headers.set("authorization", `Bearer ${await readToken(source, call)}`);
    }
    return headers;
  };
}

/** @throws InputError if there is no valid token; the error does not show it. */
async function readToken(source: TokenSource, call: CallFacts): Promise<string> {
  let token: unknown;
  try {
    token = typeof source === "string" ? source : await source();
  } catch (cause) {
    throw inputError(call, "token", "function failed", cause);
  }
  if (typeof token !== "string" || !/^[!-~]+$/.test(token)) {
    throw inputError(call, "token", "must be visible ASCII");
  }
  return token;
}
