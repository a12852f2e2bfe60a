import type { Operation } from "@chainkit/runtime";
import {
  type Credential,
  type Operation as Described,
  type OpenApiDocument,
  onePerPlace,
} from "../index.ts";
import { readSchemes } from "../security.ts";
import type { CredentialOption, OperationModel, ParameterModel } from "./model.ts";
import type { Report } from "./problems.ts";

/** Reserved option names: options of every client or call. */
const commonOptions = [
  "baseUrl",
  "fetch",
  "headers",
  "logger",
  "maxResponseBytes",
  "middleware",
  "retry",
  "servers",
  "signal",
  "successCodes",
  "timeoutMs",
  "token",
];

/** A parameter that is set once per client (`x-client-option`). */
export interface ClientOption {
  readonly name: string;
  readonly required: boolean;
  readonly parameter: ParameterModel;
}

/**
 * Returns the client options of an area, by name. Operations that share an option must use it for the
 * same parameter.
 */
export function readClientOptions(
  operations: readonly OperationModel[],
  reporter: (operation: OperationModel) => Report,
): ClientOption[] {
  const options = new Map<string, ClientOption>();
  for (const operation of operations) {
    for (const parameter of operation.parameters) {
      const name = parameter.rule.option;
      if (name === undefined) {
        continue;
      }
      const report = reporter(operation);
      const where = `parameter ${JSON.stringify(parameter.name)}, x-client-option`;
      if (commonOptions.includes(name)) {
        report(where, `conflicts with the built-in client option ${name}`, "choose another name");
      }
      const before = options.get(name);
      if (before && meaning(before.parameter) !== meaning(parameter)) {
        report(where, `is already used for a different parameter (${name})`, "choose another name");
      }
      const required = parameter.rule.required === true || before?.required === true;
      options.set(name, { name, required, parameter: before?.parameter ?? parameter });
    }
  }
  return [...options.values()];
}

function meaning({ name, rule }: ParameterModel): string {
  return JSON.stringify({ ...rule, required: false, name });
}

/** A credential of a client. */
export interface ClientCredential extends CredentialOption {
  /** Whether no operation can be called without it. */
  readonly required: boolean;
}

/** Returns the credentials of a client, by the order of the operations that take them; the token is first. */
export function readCredentials(
  operations: readonly OperationModel[],
  reporter: (operation: OperationModel) => Report,
): ClientCredential[] {
  const found = new Map<string, ClientCredential>();
  for (const operation of operations) {
    for (const option of operation.credentials.flat()) {
      if (operation.parameters.some(({ rule }) => rule.option === option.name)) {
        const what = `${option.scheme} is a client option by x-client-option too`;
        reporter(operation)("security", what, "rename one of the two");
      }
      found.set(option.name, { ...option, required: isRequired(option.name, operations) });
    }
  }
  return [...found.values()].sort(
    (a, b) => Number(b.name === "token") - Number(a.name === "token"),
  );
}

function isRequired(option: string, operations: readonly OperationModel[]): boolean {
  return operations.every(
    ({ rule, credentials }) =>
      rule.auth === "required" &&
      credentials.every((options) => options.some(({ name }) => name === option)),
  );
}

/** Whether bearer tokens are all that a client sends. */
export function isTokenOnly(credentials: readonly ClientCredential[]): boolean {
  return credentials.every(({ credential }) => credential.kind === "bearer");
}

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
