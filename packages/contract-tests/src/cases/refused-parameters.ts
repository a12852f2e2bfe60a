import { corruptions } from "../schema/corrupt.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { constraintKey } from "./constraint.ts";
import { refused } from "./expect.ts";
import { distinctRequests, fromExamples } from "./parameter-values.ts";
import { requestFor, type Values } from "./values.ts";
import { faultsOfText, typesOf } from "./wire.ts";

const HEXADECIMAL = "0x1f";

/** Texts that no server can parse as an integer, number or boolean; `latest` is a word of another parameter. */
const NO_SCALARS = ["text", "null", "true", "1.5", HEXADECIMAL, "12abc", "latest"];

/** Cases with invalid parameter values, each violating one constraint. */
export function refusedValues(operation: Operation, base: Values, parameter: Parameter): Case[] {
  const { spec } = operation;
  const { name, schema } = parameter;
  const requestWith = distinctRequests(operation, base, parameter);
  const cases: Case[] = [];
  for (const { path, keyword, label, value } of fromExamples(parameter, (example) =>
    corruptions(spec, schema, example),
  )) {
    // Any text is a string; other keywords cover its violations.
    const isText = typesOf(spec, schema).has("string");
    const texts = keyword.name !== "type" ? [value] : isText ? [] : NO_SCALARS;
    for (const text of texts) {
      // An empty path segment changes the path, an empty list is not sent at all, and a value that is valid as
      // text tests nothing.
      const faults = faultsOfText(spec, schema, text);
      const isUnsent = text === "" || (Array.isArray(text) && text.length === 0);
      const made = isUnsent || faults.length === 0 ? undefined : requestWith(text);
      if (!made) {
        continue;
      }
      const shown = keyword.name === "type" ? JSON.stringify(text) : label;
      cases.push({
        operation,
        kind: "negative",
        name: `${name}: ${keyword.name} (${shown})`,
        request: made.request,
        expect: refused(
          operation,
          `${name} ${faults[0]?.message}; sent ${JSON.stringify(text)}`,
          { part: keyword.owner, key: keyword.name },
          name,
        ),
        needs: keyword.name === "type" && text === HEXADECIMAL ? ["digits"] : [],
        valid: false,
        covers: { constraint: constraintKey(name, path, keyword.name, label), side: "refuses" },
        varies: { parameter: name, keyword: keyword.name },
      });
    }
  }
  return cases;
}

/** Case without a required parameter; path parameters cannot be omitted. */
export function missing(
  operation: Operation,
  base: Values,
  { name, required, in: place, node }: Parameter,
): Case[] {
  if (!required || place === "path") {
    return [];
  }
  const { [name]: _, ...parameters } = base.parameters;
  return [
    {
      operation,
      kind: "negative",
      name: `${name}: required`,
      request: requestFor(operation, { ...base, parameters }),
      expect: refused(operation, `${name} is required`, { part: node, key: "required" }, name),
      needs: [],
      valid: false,
      covers: { constraint: `${name}: required`, side: "refuses" },
      varies: { parameter: name, keyword: "required" },
    },
  ];
}
