import type { HttpRequest } from "../http/request.ts";
import { boundaries } from "../schema/boundary.ts";
import { corruptions } from "../schema/corrupt.ts";
import { faultsOfText, typesOf } from "../schema/validator.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { constraintKey } from "./constraint.ts";
import { accepted, refused } from "./expect.ts";
import {
  exampleOf,
  requestFor,
  requestIfWritable,
  type Setting,
  type Values,
  withValue,
} from "./values.ts";

const HEXADECIMAL = "0x1f";

/** Texts that no server can parse as an integer, number or boolean; `latest` is a word of another parameter. */
const NO_SCALARS = ["text", "null", "true", "1.5", HEXADECIMAL, "12abc", "latest"];

/** Cases with parameter values inside and outside of the bounds. */
export function parameterCases(operation: Operation, setting: Setting, base: Values): Case[] {
  const free = operation.parameters.filter(({ clientOption }) => clientOption === undefined);
  return free.flatMap((parameter) => [
    ...given(operation, setting, base, parameter),
    ...atTheEdges(operation, setting, base, parameter),
    ...beyond(operation, base, parameter),
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
  const edges = valuesOf(parameter).flatMap((value) => [...boundaries(spec, schema, value)]);
  for (const { path, keyword, label, value } of edges) {
    // Null has no text that every server takes for it.
    const isValid = value !== null && faultsOfText(spec, schema, value).length === 0;
    const request = isValid ? requestWith(value, keyword.name) : undefined;
    if (!request) {
      continue;
    }
    const values = withValue(base, parameter, value);
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

/** Cases with invalid values, each violating one constraint. */
function beyond(operation: Operation, base: Values, parameter: Parameter): Case[] {
  const { spec } = operation;
  const { name, schema } = parameter;
  const requestWith = distinctRequests(operation, base, parameter);
  const cases: Case[] = [];
  const wrong = valuesOf(parameter).flatMap((value) => [...corruptions(spec, schema, value)]);
  for (const { path, keyword, label, value } of wrong) {
    const isType = keyword.name === "type";
    // Any text is a string; other keywords cover its violations.
    const ofType = typesOf(spec, schema).has("string") ? [] : NO_SCALARS;
    for (const text of isType ? ofType : [value]) {
      // An empty path segment changes the path, an empty list is not sent at all, and a value that is valid as
      // text tests nothing.
      const [fault] = faultsOfText(spec, schema, text);
      const isUnsent = text === "" || (Array.isArray(text) && text.length === 0);
      const request = isUnsent || !fault ? undefined : requestWith(text);
      if (!request) {
        continue;
      }
      const because = `${name} ${fault?.message}; sent ${JSON.stringify(text)}`;
      const rule = { part: keyword.owner, key: keyword.name };
      cases.push({
        operation,
        kind: "negative",
        name: `${name}: ${keyword.name} (${isType ? JSON.stringify(text) : label})`,
        request,
        expect: refused(operation, because, rule, name),
        needs: isType && text === HEXADECIMAL ? ["digits"] : [],
        valid: false,
        covers: { constraint: constraintKey(name, path, keyword.name, label), side: "refuses" },
        varies: { parameter: name, keyword: keyword.name },
      });
    }
  }
  return cases;
}

/** Case without a required parameter; path parameters cannot be omitted. */
function missing(operation: Operation, base: Values, parameter: Parameter): Case[] {
  const { name, required, in: place, node } = parameter;
  if (!required || place === "path") {
    return [];
  }
  return [
    {
      operation,
      kind: "negative",
      name: `${name}: required`,
      request: requestFor(operation, withValue(base, parameter, undefined)),
      expect: refused(operation, `${name} is required`, { part: node, key: "required" }, name),
      needs: [],
      valid: false,
      covers: { constraint: `${name}: required`, side: "refuses" },
      varies: { parameter: name, keyword: "required" },
    },
  ];
}

/** The examples of a parameter, such as a number and the word `latest`, or else a sample, if one can be generated. */
function valuesOf({ examples, sample }: Parameter): unknown[] {
  if (examples.size > 0) {
    return [...new Set(examples.values())];
  }
  try {
    return [sample()];
  } catch {
    return [undefined];
  }
}

/**
 * Makes the requests with one parameter changed; undefined if it has no form, or the same target was made before for
 * the keyword.
 */
function distinctRequests(
  operation: Operation,
  base: Values,
  parameter: Parameter,
): (value: unknown, keyword?: string) => HttpRequest | undefined {
  const made = new Set<string>();
  return (value, keyword = "") => {
    const request = requestIfWritable(operation, withValue(base, parameter, value));
    const key = `${keyword} ${request?.target}`;
    if (made.has(key)) {
      return undefined;
    }
    made.add(key);
    return request;
  };
}
