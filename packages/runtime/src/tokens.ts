import { type CallFacts, inputError } from "./errors.ts";
import type { TokenSource } from "./options.ts";

/** Adds a token to headers that have none. */
export type Authorize = (headers: RequestInit["headers"], call: CallFacts) => Promise<Headers>;

/** Sending of a token, for clients with operations that take one. */
export const tokens = { authorizeWith };

/**
 * Creates the function that adds a token, asking for it each time.
 *
 * @throws InputError (the function) if there is no valid token; the error does not show it.
 */
function authorizeWith(source: TokenSource): Authorize {
  return async (given, call) => {
    const headers = new Headers(given);
    if (!headers.has("authorization")) {
      headers.set("authorization", `Bearer ${await readToken(source, call)}`);
    }
    return headers;
  };
}

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
