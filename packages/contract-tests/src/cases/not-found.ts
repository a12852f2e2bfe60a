import { faultsOfText, requestFaults } from "../schema/validator.ts";
import type { Parameter } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { accepting, type Call, responsesRule } from "./expect.ts";
import { exampleOf, type Values, withUnusedNames, withValue } from "./values.ts";

/**
 * Cases with valid values that are unlikely to exist, for operations that document 404 without an
 * example of the request.
 *
 * @param instances The requests that examples of problems name.
 */
export function notFoundCases(call: Call, instances: readonly Case[]): Case[] {
  const { operation } = call;
  const notFound = operation.responses.some(({ status }) => status === "404");
  const isShown = instances.some(({ expect }) => expect.statuses.includes("404"));
  const isTried = notFound && !isShown && operation.safe;
  const values = isTried ? unusedCall(call) : undefined;
  if (!values) {
    return [];
  }
  return [
    accepting(call, values, {
      kind: "example",
      name: "404 for an unused value",
      because: "the request is valid, whether the value exists or not",
      rule: responsesRule(operation, "404"),
      stillExists: false,
      needs: ["state"],
    }),
  ];
}

/** Changes a call to an unused value; undefined if none can be generated. */
function unusedCall({ operation, base }: Call): Values | undefined {
  const { spec, parameters, body } = operation;
  for (const parameter of parameters.toReversed()) {
    if (parameter.in !== "path" || parameter.clientOption !== undefined) {
      continue;
    }
    const shown = [...parameter.examples.values()].map(String);
    const value = unusedValues(parameter).find(
      (text) => !shown.includes(text) && faultsOfText(spec, parameter.schema, text).length === 0,
    );
    if (value !== undefined) {
      return withValue(base, parameter, value);
    }
  }
  const other = withUnusedNames(operation, base);
  const isValid = body && requestFaults(spec, body.schema, other.body).length === 0;
  return isValid ? other : undefined;
}

/** Generates texts of the example's form with the last character of each class. */
function unusedValues(parameter: Parameter): string[] {
  const [, prefix = "", rest = ""] = /^(0x)?(.*)$/s.exec(String(exampleOf(parameter))) ?? [];
  const digits = rest.replace(/\d/g, "9");
  return [
    prefix + digits.replace(/[a-z]/g, "z").replace(/[A-Z]/g, "Z"),
    prefix + digits.replace(/[a-z]/g, "f").replace(/[A-Z]/g, "F"),
    `${prefix}${rest}9`,
  ];
}
