import { AT, response } from "../mutation.ts";
import type { Mutation, ProxyRequest } from "../proxy.ts";
import { at, envelope, type Mutations, onlyIf, problem } from "./tools.ts";

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
    return forward(withToken(incoming, to(given, good)));
  });
};

const withToken = (incoming: ProxyRequest, authorization: string): ProxyRequest => ({
  ...incoming,
  headers: { ...incoming.headers, authorization },
});
const schemeOf = (header: string) => header.split(" ")[0]?.toLowerCase();
const tokenOf = (header: string) => header.split(" ").slice(1).join(" ");
const refusal = {
  ...problem(401),
  headers: { ...problem(401).headers, "www-authenticate": "Bearer" },
};

/** Authentication that is checked wrongly. */
export const AUTH: Mutations = {
  "403 for a wrong token": response(AT.create, (found) => ({ ...found, status: 403 }), [401]),
  "400 for a missing token": at(AT.removal, async (incoming, forward) =>
    incoming.headers.authorization ? forward(incoming) : envelope(400),
  ),
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
  "no WWW-Authenticate where removal is refused": response(
    AT.removal,
    ({ headers: { "www-authenticate": _, ...headers }, ...found }) => ({ ...found, headers }),
    [401],
  ),
  "no WWW-Authenticate for a wrong API key": response(
    AT.v2,
    ({ headers: { "www-authenticate": _, ...headers }, ...found }) => ({ ...found, headers }),
    [401],
  ),
  "a wrong API key ignored for NFTs": at(AT.nft, (incoming, forward) => {
    const { authorization: _, ...headers } = incoming.headers;
    return forward({ ...incoming, headers });
  }),
  "a key required for NFTs": onlyIf(
    ({ url, headers }) => AT.nft.test(url) && !headers.authorization,
    async () => refusal,
  ),
  "a key required for the latest block": onlyIf(
    ({ url, headers }) => /blocks\/latest/.test(url) && !headers.authorization,
    async () => refusal,
  ),
  "a key required for balances": onlyIf(
    ({ url, headers }) => AT.erc20.test(url) && !headers.authorization,
    async () => refusal,
  ),
  "a key required from the second page on": onlyIf(
    ({ url, headers }) =>
      AT.transactions.test(url) && url.includes("cursor=") && !headers.authorization,
    async () => refusal,
  ),
  "403 for a wrong API key": response(AT.v2, (found) => ({ ...found, status: 403 }), [401]),
  "500 for a header that is not understood": at(AT.management, async (incoming, forward) => {
    const found = await forward(incoming);
    const given = incoming.headers.authorization;
    return found.status === 401 && given && schemeOf(given) !== "bearer" ? envelope(500) : found;
  }),
};
