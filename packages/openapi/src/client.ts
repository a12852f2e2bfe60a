import {
  bodies,
  type ClientOptions,
  contents,
  coverages,
  createClient,
  credentials,
  envelopes,
  forms,
  listings,
  type Parts,
  queries,
  results,
  schemas,
  servers,
  styles,
  tokens,
  types,
} from "@chainkit/runtime";
import type { Api } from "./api.ts";
import { isTokenOnly, schemesOf, serversOf, tableOf } from "./rules/index.ts";

/**
 * Creates the client of an API at run time, as the generated one would be, without its types.
 *
 * @param options Client options; credentials are those of `rules`, and basic ones may be a text, `username:password`.
 * @returns Methods by operation id.
 * @throws InputError if an option is wrong.
 */
export function createClientOf<Methods>(
  { name, rules }: Pick<Api, "name" | "rules">,
  options: ClientOptions & Readonly<Record<string, unknown>>,
): Methods {
  const own = [...rules.options, ...rules.credentials].map((each) => each.name);
  const names = [...own, "servers"];
  const isPlain = isTokenOnly(rules.credentials);
  const keys: Parts = isPlain ? tokens : credentials(schemesOf(rules.credentials));
  return createClient<Methods>(tableOf(rules), withPairs(rules, options), [
    { area: name, options: Object.fromEntries(names.map((each) => [each, null])) },
    bodies,
    coverages,
    envelopes,
    listings,
    queries,
    results,
    schemas,
    types,
    styles,
    contents,
    forms,
    servers(serversOf(rules.operations), keys),
  ]);
}

/** Splits basic credentials that are a text, as on a command line, at the first colon. */
function withPairs(
  { credentials: known }: Api["rules"],
  options: ClientOptions & Readonly<Record<string, unknown>>,
): ClientOptions {
  const pairs = known.flatMap(({ name, credential }) => {
    const { [name]: value } = options;
    if (credential.kind !== "basic" || typeof value !== "string") {
      return [];
    }
    const [username = "", ...password] = value.split(":");
    return [[name, { username, password: password.join(":") }] as const];
  });
  return { ...options, ...Object.fromEntries(pairs) };
}
