import type { Operation } from "@chainkit/runtime";
import {
  type Credential,
  type Operation as Described,
  type OpenApiDocument,
  onePerPlace,
} from "../index.ts";
import { readSchemes } from "../security.ts";
import { commonOptions } from "./client-options.ts";
import type { CredentialOption } from "./model.ts";

interface Security {
  readonly auth?: NonNullable<Operation["auth"]>;
  /** Alternatives, each the options that are sent together. */
  readonly credentials: readonly (readonly CredentialOption[])[];
}

/** Reads the credentials of an operation. */
export function readSecurity(document: OpenApiDocument, { auth, security }: Described): Security {
  if (auth === "none") {
    return { credentials: [] };
  }
  const options = readOptions(document);
  const asked = security.filter((schemes) => schemes.length > 0);
  const alternatives = asked.map((schemes) =>
    schemes.flatMap(({ name }) => options.get(name) ?? []),
  );
  return { auth, credentials: unique(unique(alternatives).flatMap(onePerPlace)) };
}

/**
 * Names the client options of all security schemes of a document. Bearer tokens are the option `token`, whatever the
 * scheme: no request can have two.
 */
function readOptions(document: OpenApiDocument): ReadonlyMap<string, CredentialOption> {
  const sentAs = new Map<string, string>();
  const options = new Map<string, CredentialOption>();
  for (const [scheme, credential] of readSchemes(document)) {
    const sent = JSON.stringify(credential);
    const first = optionName(scheme, credential);
    let name = first;
    for (let number = 2; (sentAs.get(name) ?? sent) !== sent; number += 1) {
      name = `${first}${number}`;
    }
    sentAs.set(name, sent);
    options.set(scheme, { scheme, credential, name });
  }
  return options;
}

/** `apiKey`; `tokenKey` where `token` is an option of every client. */
function optionName(scheme: string, { kind }: Credential): string {
  if (kind === "bearer") {
    return "token";
  }
  const name = camelCase(scheme);
  const suffix = kind === "key" ? "Key" : "Basic";
  return commonOptions.includes(name) ? `${name}${suffix}` : name;
}

/** `X-API-KEY` is `xApiKey`, `api_key` is `apiKey`. */
function camelCase(scheme: string): string {
  const words = scheme.split(/[^\p{L}\p{N}$]+/u).filter(Boolean);
  const [first = "", ...others] = words.map((word) =>
    word === word.toUpperCase() ? word.toLowerCase() : word,
  );
  const capitals = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const name = [first.charAt(0).toLowerCase() + first.slice(1), ...capitals].join("");
  return /^\d/.test(name) || name === "" ? `key${name}` : name;
}

/** Removes alternatives that are the same to a client, such as two kinds of bearer tokens. */
function unique(
  alternatives: readonly (readonly CredentialOption[])[],
): readonly (readonly CredentialOption[])[] {
  const options = alternatives.map((each) => [
    ...new Map(each.map((option) => [option.name, option])).values(),
  ]);
  return [...new Map(options.map((each) => [each.map(({ name }) => name).join(), each])).values()];
}
