import type { HttpRequest } from "../http/request.ts";
import { boundaries } from "../schema/boundary.ts";
import { corruptions } from "../schema/corrupt.ts";
import { faultsOfText, typesOf } from "../schema/validator.ts";
import type { Parameter } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { constraintKey } from "./constraint.ts";
import { accepting, type Call, refusedCursor, refusing } from "./expect.ts";
import { exampleOf, requestFor, requestIfWritable, withValue } from "./values.ts";

const HEXADECIMAL = "0x1f";

/** Texts that no server can parse as an integer, number or boolean; `latest` is a word of another parameter. */
const NO_SCALARS = ["text", "null", "true", "1.5", HEXADECIMAL, "12abc", "latest"];

/** Cases with parameter values inside and outside of the bounds. */
export function parameterCases(call: Call): Case[] {
  const free = call.operation.parameters.filter(({ clientOption }) => clientOption === undefined);
  return free.flatMap((parameter) => [
    ...given(call, parameter),
    ...atTheEdges(call, parameter),
    ...beyond(call, parameter),
    ...missing(call, parameter),
  ]);
}

/** Case with an optional parameter set to its example. */
function given(call: Call, parameter: Parameter): Case[] {
  const { name, required, node } = parameter;
  const value = exampleOf(parameter);
  if (required || value === undefined) {
    return [];
  }
  const isCursor = call.operation.pagination?.cursorParameter === name;
  return [
    accepting(call, withValue(call.base, parameter, value), {
      kind: "example",
      name,
      because: `${name} accepts ${JSON.stringify(value)}`,
      rule: { part: node },
      // The cursor of an example is not valid at another service.
      needs: isCursor ? ["examples"] : ["harmless"],
      varies: { parameter: name },
    }),
  ];
}

function atTheEdges(call: Call, parameter: Parameter): Case[] {
  const { spec } = call.operation;
  const { name, schema } = parameter;
  const requestWith = distinctRequests(call, parameter);
  const edges = valuesOf(parameter).flatMap((value) => [...boundaries(spec, schema, value)]);
  return edges.flatMap(({ path, keyword, label, value }) => {
    // Null has no text that every server takes for it.
    const isValid = value !== null && faultsOfText(spec, schema, value).length === 0;
    if (!isValid || !requestWith(value, keyword.name)) {
      return [];
    }
    return accepting(call, withValue(call.base, parameter, value), {
      kind: "boundary",
      name: `${name}: ${keyword.name} (${label})`,
      because: `${name} accepts ${JSON.stringify(value)} (${label})`,
      rule: { part: keyword.owner, key: keyword.name },
      // The resource of a path may not exist; a query only selects from existing data.
      stillExists: parameter.in !== "path" || value === call.base.parameters[name],
      covers: { constraint: constraintKey(name, path, keyword.name, label), side: "accepts" },
      varies: { parameter: name },
    });
  });
}

/** Cases with invalid values, each violating one constraint. */
function beyond(call: Call, parameter: Parameter): Case[] {
  const { spec } = call.operation;
  const { name, schema } = parameter;
  const requestWith = distinctRequests(call, parameter);
  // Any text is a string; other keywords cover its violations.
  const ofType = typesOf(spec, schema).has("string") ? [] : NO_SCALARS;
  const wrong = valuesOf(parameter).flatMap((value) => [...corruptions(spec, schema, value)]);
  return wrong.flatMap(({ path, keyword, label, value }) => {
    const isType = keyword.name === "type";
    return (isType ? ofType : [value]).flatMap((text) => {
      // An empty path segment changes the path, an empty list is not sent at all, and a value that is valid as
      // text tests nothing.
      const [fault] = faultsOfText(spec, schema, text);
      const isUnsent = text === "" || (Array.isArray(text) && text.length === 0);
      const request = isUnsent || !fault ? undefined : requestWith(text);
      if (!request) {
        return [];
      }
      return refusing(call, request, {
        kind: "negative",
        name: `${name}: ${keyword.name} (${isType ? JSON.stringify(text) : label})`,
        because: `${name} ${fault?.message}; sent ${JSON.stringify(text)}`,
        rule: { part: keyword.owner, key: keyword.name },
        errorParameter: name,
        needs: isType && text === HEXADECIMAL ? ["digits"] : [],
        covers: { constraint: constraintKey(name, path, keyword.name, label), side: "refuses" },
        varies: { parameter: name, keyword: keyword.name },
      });
    });
  });
}

/** Case without a required parameter; path parameters cannot be omitted. */
function missing(call: Call, parameter: Parameter): Case[] {
  const { name, required, in: place, node } = parameter;
  if (!required || place === "path") {
    return [];
  }
  const request = requestFor(call.operation, withValue(call.base, parameter, undefined));
  return [
    refusing(call, request, {
      kind: "negative",
      name: `${name}: required`,
      because: `${name} is required`,
      rule: { part: node, key: "required" },
      errorParameter: name,
      covers: { constraint: `${name}: required`, side: "refuses" },
      varies: { parameter: name, keyword: "required" },
    }),
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
  { operation, base }: Call,
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

/** Cases with cursors that no listing has issued. */
export function cursorCases(call: Call): Case[] {
  const { operation, base } = call;
  const { cursorParameter } = operation.pagination ?? {};
  const parameter = operation.parameters.find(({ name }) => name === cursorParameter);
  if (!parameter) {
    return [];
  }
  const { name, node } = parameter;
  // A number could be the offset of a page.
  return ["not-a-cursor", "!!!"].map((cursor) => {
    const { valid: _, ...each } = refusing(
      call,
      requestFor(operation, withValue(base, parameter, cursor)),
      {
        kind: "negative",
        name: `${name}: unknown (${JSON.stringify(cursor)})`,
        because: `${cursor} is not a cursor that the listing returned`,
        rule: { part: node },
        errorParameter: name,
        varies: { parameter: name },
      },
    );
    return { ...each, expect: refusedCursor(operation, base, each.expect) };
  });
}
