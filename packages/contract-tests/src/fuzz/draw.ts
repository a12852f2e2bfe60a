import { entriesOf, isObject, itemsOf } from "@chainkit/openapi";
import fc from "fast-check";
import type { Case } from "../cases/case.ts";
import { accepted, refused } from "../cases/expect.ts";
import { requestIfWritable, type Values, withUnusedNames } from "../cases/values.ts";
import type { Context } from "../context.ts";
import { regExp } from "../schema/text.ts";
import { faultsOfText, requestFaults, typesOf } from "../schema/validator.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import type { Spec } from "../spec/spec.ts";

/** Values that are not strings. */
const WRONG = fc.constantFrom<unknown>(null, 7, true, [], {});

/** Before the name of a field of the body in a draw. */
const BODY = "body.";

/** Random values of one call. */
export type Draw = Readonly<Record<string, unknown>>;

/** Generates random values for some of the parameters and body fields. */
export function drawOf(operation: Operation, start: Values): fc.Arbitrary<Draw> {
  const { spec, parameters, body } = operation;
  const arbitraries: Record<string, fc.Arbitrary<unknown>> = {};
  for (const { name, schema, in: place, clientOption } of parameters) {
    if (clientOption === undefined && (place === "path" || place === "query")) {
      arbitraries[name] = valuesOf(spec, schema, start.parameters[name]).filter(isSegment);
    }
  }
  const properties = keywordsOf(spec, body?.schema).get("properties")?.value;
  for (const [name, schema] of entriesOf(properties)) {
    const values = valuesOf(spec, schema, undefined);
    const unused = (text: unknown) => `no-such-${text}`;
    const wrong = { weight: 1, arbitrary: WRONG };
    arbitraries[BODY + name] = typesOf(spec, schema).has("string")
      ? fc.oneof({ weight: 3, arbitrary: fc.string().map(unused) }, wrong, {
          weight: 1,
          arbitrary: values.map(unused),
        })
      : fc.oneof({ weight: 4, arbitrary: values }, wrong);
  }
  return fc.record(arbitraries, { requiredKeys: [] });
}

/** Whether a text is usable as a path segment: empty segments and dots change the path. */
function isSegment(value: unknown): boolean {
  return !["", ".", ".."].includes(String(value)) && String(value).isWellFormed();
}

/** Builds the request of generated values, and its expected response; undefined if a value has no form. */
export function caseOf(
  { target }: Context,
  operation: Operation,
  start: Values,
  draw: Draw,
): Pick<Case, "request" | "expect"> | undefined {
  const { spec, parameters, body } = operation;
  const changed = parameters.filter(({ name }) => name in draw);
  const drawn = Object.fromEntries(changed.map(({ name }) => [name, draw[name]]));
  const whole = withUnusedNames(operation, start).body;
  const fields = Object.entries(draw)
    .filter(([name]) => name.startsWith(BODY))
    .map(([name, value]) => [name.slice(BODY.length), value]);
  const values: Values = {
    ...start,
    exists: false,
    parameters: { ...start.parameters, ...drawn },
    ...(body && isObject(whole) && { body: { ...whole, ...Object.fromEntries(fields) } }),
  };
  const request = requestIfWritable(operation, values);
  if (!request) {
    return undefined;
  }
  const rule = { part: operation.node, key: "parameters" };
  if (changed.some((parameter) => isUncertain(operation, parameter, draw[parameter.name]))) {
    const because = "no request may make the service fail";
    return { request, expect: { statuses: ["2XX", "4XX"], because, rule, isForeign: "errors" } };
  }
  const isInvalid =
    changed.some(({ name, schema }) => faultsOfText(spec, schema, draw[name]).length > 0) ||
    (body !== undefined && requestFaults(spec, body.schema, values.body).length > 0);
  const expect = isInvalid
    ? refused(operation, "the request is invalid", rule)
    : accepted({ operation, setting: target }, values, "the request is valid", rule);
  return { request, expect };
}

/** Whether the contract does not specify if a value is rejected: free text, and unusual number formats. */
function isUncertain({ spec }: Operation, { schema }: Parameter, value: unknown): boolean {
  if (typesOf(spec, schema).has("string")) {
    const names = [...keywordsOf(spec, schema).keys()];
    return !names.some((name) => /^(pattern|enum|const)$/.test(name));
  }
  const text = String(value);
  const isPlain = /^(0|[1-9]\d{0,14})$/.test(text);
  const isWord = /[a-df-wyz]/i.test(text);
  return !(isPlain || isWord);
}

/** Texts that are nearly valid. */
const NEARLY = ["null", "true", "NaN", "0x", "latest", "LATEST", "--", "%00", "undefined"];

/** Arbitrary texts, mostly short. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  fc.constantFrom(...NEARLY),
);

/**
 * Generates values for a schema: most are valid, some nearly valid.
 *
 * @param example A value that exists at the target, used occasionally.
 */
function valuesOf(spec: Spec, schema: unknown, example: unknown): fc.Arbitrary<unknown> {
  const own = example === undefined ? [] : [{ weight: 3, arbitrary: fc.constant(example) }];
  return fc.oneof(
    ...own,
    { weight: 4, arbitrary: validOf(spec, schema) },
    { weight: 2, arbitrary: nearlyOf(example) },
    { weight: 1, arbitrary: anyText },
  );
}

/** @param above Properties of the objects that contain the value: one that contains itself ends there. */
function validOf(
  spec: Spec,
  schema: unknown,
  above: readonly unknown[] = [],
): fc.Arbitrary<unknown> {
  const keywords = keywordsOf(spec, schema);
  const value = (name: string) => keywords.get(name)?.value;
  const allowed = itemsOf(value("enum"));
  if (allowed.length > 0) {
    return fc.constantFrom(...allowed);
  }
  const pattern = value("pattern");
  if (typeof pattern === "string") {
    return fc.stringMatching(regExp(pattern));
  }
  const properties = value("properties");
  const [type] = [...typesOf(spec, schema)].filter((each) => each !== "null");
  switch (type) {
    case "integer":
    case "number":
      return fc.integer({
        min: Number(value("minimum") ?? -10),
        max: Number(value("maximum") ?? 2 ** 31),
      });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(validOf(spec, value("items"), above), { maxLength: 3 });
    case "object":
      return isObject(properties) && !above.includes(properties)
        ? fc.record(
            Object.fromEntries(
              Object.entries(properties).map(([name, each]) => [
                name,
                validOf(spec, each, [...above, properties]),
              ]),
            ),
          )
        : fc.constant({});
    default:
      return anyText;
  }
}

/** An existing value with one character changed, added or removed. */
function nearlyOf(example: unknown): fc.Arbitrary<unknown> {
  const text = String(example ?? "0");
  const at = fc.nat({ max: text.length });
  return fc
    .tuple(at, fc.constantFrom("", "0", "g", " ", "-", "Z", "9"), fc.boolean())
    .map(
      ([index, character, replaces]) =>
        text.slice(0, index) + character + text.slice(index + (replaces ? 1 : 0)),
    );
}
