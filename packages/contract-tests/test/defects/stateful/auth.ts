import { AT } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { at, type Mutations, withHeaders } from "./tools.ts";

/** Sends another header in place of a request's own. */
const repaired = (path: RegExp, to: (given: string, good: string) => string): Mutation => {
  let good = "";
  return at(path, async (incoming, forward) => {
    const given = incoming.headers.authorization ?? "";
    const found = await forward(incoming);
    if (found.status !== 401) {
      good = given || good;
      return found;
    }
    return forward(withHeaders(incoming, { authorization: to(given, good) }));
  });
};

const schemeOf = (header: string) => header.split(" ")[0]?.toLowerCase();
const tokenOf = (header: string) => header.split(" ").slice(1).join(" ");

/** Authentication that is checked wrongly. */
export const AUTH: Mutations = {
  "tags for everybody": repaired(AT.query, (given, good) => (given === "" ? good : given)),
  "any token where tags are listed": repaired(AT.query, (given, good) =>
    schemeOf(given) === "bearer" ? good : given,
  ),
  "the token by another scheme": repaired(AT.remove, (given) =>
    schemeOf(given) === "basic" ? `Bearer ${tokenOf(given)}` : given,
  ),
  "the token without a scheme": repaired(AT.create, (given) =>
    given.includes(" ") ? given : `Bearer ${given}`,
  ),
  "the begin of the token": repaired(AT.management, (given, good) =>
    given.length > 12 && good.startsWith(given) ? good : given,
  ),
  "the token with letters behind it": repaired(AT.removal, (given, good) =>
    good !== "" && given.startsWith(good) ? good : given,
  ),
  "the token in any case": repaired(AT.create, (given, good) =>
    given.toLowerCase() === good.toLowerCase() ? good : given,
  ),
  "an empty token": repaired(AT.create, (given, good) =>
    schemeOf(given) === "bearer" && tokenOf(given).trim() === "" ? good : given,
  ),
};
