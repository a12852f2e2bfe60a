import { isObject } from "@chainkit/openapi";
import fc from "fast-check";
import type { Case } from "../cases/case.ts";
import { accepted, refused } from "../cases/expect.ts";
import { requestIfWritable, type Values, withUnusedNames } from "../cases/values.ts";
import type { Context } from "../context.ts";
import { faultsOfText, requestFaults, typesOf } from "../schema/validator.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { valuesOf } from "./arbitrary.ts";

/** Values that are not strings. */
const WRONG = fc.constantFrom<unknown>(null, 7, true, [], {});

/** Random values of one call. */
export type Draw = Readonly<Record<string, unknown>>;

/** Generates random values for some of the parameters and body fields. */
export function drawOf(operation: Operation, start: Values): fc.Arbitrary<Draw> {
  const { spec, parameters, body } = operation;
  const free = parameters.filter(
    ({ clientOption, in: place }) =>
      clientOption === undefined && (place === "path" || place === "query"),
  );
  const ofParameters = free.map(({ name, schema }): [string, fc.Arbitrary<unknown>] => [
    name,
    valuesOf(spec, schema, start.parameters[name]).filter(isSegment),
  ]);
  const properties = keywordsOf(spec, body?.schema).get("properties")?.value;
  const ofBody = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, schema]): [string, fc.Arbitrary<unknown>] => [
      `body.${name}`,
      typesOf(spec, schema).has("string")
        ? fc.oneof(
            { weight: 3, arbitrary: fc.string().map((text) => `no-such-${text}`) },
            { weight: 1, arbitrary: WRONG },
            {
              weight: 1,
              arbitrary: valuesOf(spec, schema, undefined).map((text) => `no-such-${text}`),
            },
          )
        : fc.oneof(
            { weight: 4, arbitrary: valuesOf(spec, schema, undefined) },
            { weight: 1, arbitrary: WRONG },
          ),
    ],
  );
  return fc.record(Object.fromEntries([...ofParameters, ...ofBody]), { requiredKeys: [] });
}

/** Whether a text is usable as a path segment: empty segments and dots change the path. */
function isSegment(value: unknown): boolean {
  return !["", ".", ".."].includes(String(value)) && String(value).isWellFormed();
}

/** Builds the request of generated values, and its expected response; undefined if a value has no form. */
export function caseOf(
  context: Context,
  operation: Operation,
  start: Values,
  draw: Draw,
): Pick<Case, "request" | "expect"> | undefined {
  const { spec, parameters, body } = operation;
  const names = parameters.filter(({ name }) => name in draw).map(({ name }) => name);
  const drawn = Object.fromEntries(names.map((name) => [name, draw[name]]));
  const fields = Object.entries(draw).filter(([name]) => name.startsWith("body."));
  const whole = withUnusedNames(operation, start).body;
  const values: Values = {
    ...start,
    exists: false,
    parameters: { ...start.parameters, ...drawn },
    ...(body && isObject(whole)
      ? {
          body: {
            ...whole,
            ...Object.fromEntries(fields.map(([name, value]) => [name.slice(5), value])),
          },
        }
      : {}),
  };
  const request = requestIfWritable(operation, values);
  if (!request) {
    return undefined;
  }
  const rule = { part: operation.node, key: "parameters" };
  const changed = parameters.filter(({ name }) => names.includes(name));
  const isInvalid =
    changed.some(({ name, schema }) => faultsOfText(spec, schema, draw[name]).length > 0) ||
    (body !== undefined && requestFaults(spec, body.schema, values.body).length > 0);
  const isOpen = changed.some((parameter) =>
    isUncertain(operation, parameter, draw[parameter.name]),
  );
  const expect = isOpen
    ? { statuses: ["2XX", "4XX"], because: "no request may make the service fail", rule }
    : isInvalid
      ? refused(operation, "the request is invalid", rule)
      : accepted(
          { operation, setting: context.target },
          values,
          "the request is valid",
          rule,
          false,
        );
  return { request, expect: isOpen ? { ...expect, isForeign: "errors" } : expect };
}

/** Whether the contract does not specify if a value is rejected: free text, and unusual number formats. */
function isUncertain(
  { spec }: Operation,
  { schema, in: place }: Parameter,
  value: unknown,
): boolean {
  const keywords = keywordsOf(spec, schema);
  const isFree = !["pattern", "enum", "const"].some((name) => keywords.has(name));
  const types = typesOf(spec, schema);
  const text = String(value);
  if (types.has("string")) {
    return isFree;
  }
  const isPlain = /^(0|[1-9]\d{0,14})$/.test(text);
  const isWord = /[a-df-wyz]/i.test(text);
  return !(isPlain || (isWord && place !== "header"));
}
