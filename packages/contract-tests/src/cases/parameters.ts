import { boundaries } from "../schema/boundary.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { constraintKey } from "./constraint.ts";
import { accepted } from "./expect.ts";
import { distinctRequests, fromExamples, withValue } from "./parameter-values.ts";
import { missing, refusedValues } from "./refused-parameters.ts";
import { exampleOf, requestFor, type Setting, type Values } from "./values.ts";
import { faultsOfText } from "./wire.ts";

/** Cases with parameter values inside and outside of the bounds. */
export function parameterCases(operation: Operation, setting: Setting, base: Values): Case[] {
  const free = operation.parameters.filter(({ clientOption }) => clientOption === undefined);
  return free.flatMap((parameter) => [
    ...given(operation, setting, base, parameter),
    ...atTheEdges(operation, setting, base, parameter),
    ...refusedValues(operation, base, parameter),
    ...missing(operation, base, parameter),
  ]);
}

/** Case with an optional parameter set to its example. */
function given(operation: Operation, setting: Setting, base: Values, parameter: Parameter): Case[] {
  const { name, required, node } = parameter;
  const value = exampleOf(parameter);
  if (required || value === undefined) {
    return [];
  }
  const isCursor = operation.pagination?.cursorParameter === name;
  const values = withValue(base, parameter, value);
  const because = `${name} accepts ${JSON.stringify(value)}`;
  return [
    {
      operation,
      kind: "example",
      name,
      request: requestFor(operation, values),
      expect: accepted(operation, setting, values, because, { part: node }),
      // The cursor of an example is not valid at another service.
      needs: isCursor ? ["examples"] : ["harmless"],
      valid: true,
      varies: { parameter: name },
    },
  ];
}

function atTheEdges(
  operation: Operation,
  setting: Setting,
  base: Values,
  parameter: Parameter,
): Case[] {
  const { spec } = operation;
  const { name, schema } = parameter;
  const requestWith = distinctRequests(operation, base, parameter);
  const cases: Case[] = [];
  for (const { path, keyword, label, value } of fromExamples(parameter, (example) =>
    boundaries(spec, schema, example),
  )) {
    // Null has no text that every server takes for it.
    if (value === null || faultsOfText(spec, schema, value).length > 0) {
      continue;
    }
    const made = requestWith(value, keyword.name);
    if (!made) {
      continue;
    }
    const { values, request } = made;
    const because = `${name} accepts ${JSON.stringify(value)} (${label})`;
    const rule = { part: keyword.owner, key: keyword.name };
    // The resource of a path may not exist; a query only selects from existing data.
    const stillExists = parameter.in !== "path" || value === base.parameters[name];
    cases.push({
      operation,
      kind: "boundary",
      name: `${name}: ${keyword.name} (${label})`,
      request,
      expect: accepted(operation, setting, values, because, rule, stillExists),
      needs: ["harmless"],
      valid: true,
      covers: { constraint: constraintKey(name, path, keyword.name, label), side: "accepts" },
      varies: { parameter: name },
    });
  }
  return cases;
}
