import type { CredentialOption, OperationModel } from "./model.ts";
import type { Report } from "./problems.ts";

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
