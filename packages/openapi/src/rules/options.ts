import type { OperationModel, ParameterModel } from "./model.ts";
import type { Report } from "./problems.ts";

/** Reserved option names: options of every client or call. */
export const commonOptions = [
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
