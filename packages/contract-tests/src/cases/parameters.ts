import { boundaries } from "../schema/boundary.ts";
import { corruptions } from "../schema/corrupt.ts";
import type { Validator } from "../schema/validator.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { constraintKey } from "./constraint.ts";
import { accepted, refused } from "./expect.ts";
import { exampleOf, requestFor, type Setting, type Values } from "./values.ts";
import { asRead, typesOf } from "./wire.ts";

const HEXADECIMAL = "0x1f";

/** Texts that are no integer, no number and no boolean, whatever a server may read into texts. */
const NO_SCALARS = ["text", "null", "true", "1.5", HEXADECIMAL, "12abc"];

/** Values of each parameter at the edge of what is allowed, and beyond it. */
export function parameterCases(
  operation: Operation,
  setting: Setting,
  base: Values,
  validator: Validator,
): Case[] {
  const free = operation.parameters.filter(({ clientOption }) => clientOption === undefined);
  return free.flatMap((parameter) => [
    ...given(operation, setting, base, parameter),
    ...atTheEdges(operation, setting, base, parameter, validator),
    ...beyond(operation, base, parameter, validator),
    ...missing(operation, base, parameter),
  ]);
}

function withValue(base: Values, { name }: Parameter, value: unknown): Values {
  return { ...base, parameters: { ...base.parameters, [name]: value } };
}

/** What is made from each example of a parameter, such as a number and the word `latest`. */
function fromExamples<Made>(
  parameter: Parameter,
  make: (example: unknown) => Iterable<Made>,
): Made[] {
  const examples = new Set(parameter.examples.size > 0 ? parameter.examples.values() : [undefined]);
  return [...examples].flatMap((example) => [...make(example)]);
}

/** An optional parameter with the value of its example. */
function given(operation: Operation, setting: Setting, base: Values, parameter: Parameter): Case[] {
  const { name, required, node } = parameter;
  const value = exampleOf(parameter);
  if (required || value === undefined) return [];
  const isCursor = operation.pagination?.cursorParameter === name;
  const values = withValue(base, parameter, value);
  const because = `${name} may be ${JSON.stringify(value)}`;
  return [
    {
      operation,
      kind: "example",
      name,
      request: requestFor(operation, values),
      expect: accepted(operation, setting, values, because, { part: node }),
      // A cursor of the contract's example is no other service's cursor.
      needs: isCursor ? ["examples"] : ["harmless"],
      valid: true,
    },
  ];
}

function atTheEdges(
  operation: Operation,
  setting: Setting,
  base: Values,
  parameter: Parameter,
  validator: Validator,
): Case[] {
  const { spec } = operation;
  const { name, schema } = parameter;
  const sent = new Set<string>();
  const cases: Case[] = [];
  for (const { path, keyword, label, value } of fromExamples(parameter, (example) =>
    boundaries(spec, schema, example),
  )) {
    if (validator.faults(schema, asRead(spec, schema, value)).length > 0) continue;
    const values = withValue(base, parameter, value);
    const request = requestFor(operation, values);
    if (sent.has(request.target)) continue;
    sent.add(request.target);
    const because = `${name} may be ${JSON.stringify(value)} (${label})`;
    const rule = { part: keyword.owner, key: keyword.name };
    // What a path names need not be there; a query only asks for more or less of what is.
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
    });
  }
  return cases;
}

function beyond(
  operation: Operation,
  base: Values,
  parameter: Parameter,
  validator: Validator,
): Case[] {
  const { spec } = operation;
  const { name, schema } = parameter;
  const sent = new Set<string>();
  const cases: Case[] = [];
  for (const { path, keyword, label, value } of fromExamples(parameter, (example) =>
    corruptions(spec, schema, example),
  )) {
    // Any text is a string: what is wrong with it then is for other keywords to say.
    const isText = typesOf(spec, schema).includes("string");
    const texts = keyword.name !== "type" ? [value] : isText ? [] : NO_SCALARS;
    for (const text of texts) {
      // An empty path segment makes another path, and what is valid as text proves nothing.
      const target = requestFor(operation, withValue(base, parameter, text)).target;
      const faults = validator.faults(schema, asRead(spec, schema, text));
      if (text === "" || sent.has(target) || faults.length === 0) continue;
      sent.add(target);
      const shown = keyword.name === "type" ? JSON.stringify(text) : label;
      cases.push({
        operation,
        kind: "negative",
        name: `${name}: ${keyword.name} (${shown})`,
        request: requestFor(operation, withValue(base, parameter, text)),
        expect: refused(
          operation,
          `${name} ${faults[0]?.message}, and is ${JSON.stringify(text)}`,
          { part: keyword.owner, key: keyword.name },
          name,
        ),
        needs: keyword.name === "type" && text === HEXADECIMAL ? ["digits"] : [],
        valid: false,
        covers: { constraint: constraintKey(name, path, keyword.name, label), side: "refuses" },
      });
    }
  }
  return cases;
}

/** A required parameter left out; in a path there is no leaving out. */
function missing(
  operation: Operation,
  base: Values,
  { name, required, in: place, node }: Parameter,
): Case[] {
  if (!required || place === "path") return [];
  const { [name]: _, ...parameters } = base.parameters;
  return [
    {
      operation,
      kind: "negative",
      name: `${name}: required`,
      request: requestFor(operation, { ...base, parameters }),
      expect: refused(
        operation,
        `${name} is required, and is missing`,
        { part: node, key: "required" },
        name,
      ),
      needs: [],
      valid: false,
      covers: { constraint: `${name}: required`, side: "refuses" },
    },
  ];
}
