import type { CredentialScheme, Operation, OperationTable } from "@chainkit/runtime";
import type { OperationModel } from "./model.ts";
import { type ClientCredential, isTokenOnly } from "./options.ts";
import type { Operations } from "./read.ts";

/** Returns the operations as the table from which the runtime creates the methods of a client. */
export function tableOf({ operations, credentials }: Operations): OperationTable {
  const isPlain = isTokenOnly(credentials);
  return Object.fromEntries(operations.map((each) => [each.id, ruleOf(each, isPlain)]));
}

function ruleOf({ rule, parameters, credentials }: OperationModel, isPlain: boolean): Operation {
  const { method, path, ...others } = rule;
  const names = credentials.map((options) => options.map(({ name }) => name));
  const rules = Object.fromEntries(parameters.map((each) => [each.name, each.rule]));
  return {
    method,
    path,
    ...(parameters.length > 0 ? { parameters: rules } : {}),
    ...others,
    ...(isPlain || names.length === 0 ? {} : { credentials: names }),
  };
}

/** Returns how the credentials of a client are sent, by the name of the client option. */
export function schemesOf(
  credentials: readonly ClientCredential[],
): Record<string, CredentialScheme> {
  return Object.fromEntries(credentials.map(({ name, credential }) => [name, credential]));
}
