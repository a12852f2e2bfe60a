import { isObject, itemsOf } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";
import { nearMisses } from "./text.ts";
import {
  type Change,
  type Changes,
  ofList,
  ofNumber,
  ofObject,
  ofText,
  type Variant,
  variants,
} from "./variants.ts";
import { changed } from "./walk.ts";

const OF_TYPE: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  integer: 7,
  number: 7.5,
  string: "text",
  array: [],
  object: {},
};

const anyType: Change = () => Object.entries(OF_TYPE);
const theBound = ofNumber((rule) => [["the bound itself", rule]]);
const others = ofObject((rule, object) => {
  if (isObject(rule)) {
    return Object.entries(OF_TYPE).map(([type, other]) => [
      `an additional ${type}`,
      { ...object, notInTheContract: other },
    ]);
  }
  return rule === false ? [["an unknown one", { ...object, notInTheContract: 1 }]] : [];
});

/** Values that violate one keyword, and no others if possible. */
const WRONG_BY: Changes = {
  type: otherTypes,
  enum: (rule) => otherValues(itemsOf(rule)),
  const: (rule) => otherValues([rule]),
  pattern: ofText((rule, text) => nearMisses(String(rule), text)),
  format: (rule, value) => {
    if (rule === "int32" && typeof value === "number") {
      return [["beyond 32 bits", 2 ** 31]];
    }
    return typeof value === "string" ? [[`no ${rule}`, "no such thing: %%"]] : [];
  },
  minLength: ofText((rule, text) => [["too short", text.slice(0, Number(rule) - 1)]]),
  maxLength: ofText((rule, text) => [["too long", text.padEnd(Number(rule) + 1, text || "x")]]),
  minimum: ofNumber((rule, value, step) => [
    ["below it", Number(rule) - step],
    ["far below it", Number(rule) - 1000 * step],
    ...(-value < Number(rule) ? [["its negative", -value] as const] : []),
  ]),
  maximum: ofNumber((rule, _, step) => [
    ["above it", Number(rule) + step],
    ["far above it", Number(rule) + 1000 * step],
  ]),
  exclusiveMinimum: theBound,
  exclusiveMaximum: theBound,
  multipleOf: ofNumber((rule, value) => [["between two multiples", value + Number(rule) / 2]]),
  minItems: ofList((rule, list) => [["too few", list.slice(0, Number(rule) - 1)]]),
  maxItems: ofList((rule, list) => [["too many", repeated(list, Number(rule) + 1)]]),
  uniqueItems: ofList((rule, list) =>
    rule === true ? [["one twice", [...list, list[0] ?? 1, list[0] ?? 1]]] : [],
  ),
  required: ofObject((rule, object) =>
    itemsOf(rule).map((key) => [String(key), changed(object, [String(key)], undefined)]),
  ),
  minProperties: ofObject((rule, object) => [
    ["too few", Object.fromEntries(Object.entries(object).slice(0, Number(rule) - 1))],
  ]),
  maxProperties: ofObject((rule, object) => [
    ["too many", { ...object, ...numbered(Number(rule) + 1) }],
  ]),
  additionalProperties: others,
  unevaluatedProperties: others,
  anyOf: anyType,
  oneOf: anyType,
};

/** Whether values are made that violate a keyword. */
export function isTried(keyword: string): boolean {
  return Object.hasOwn(WRONG_BY, keyword);
}

/** Derives invalid values from a valid one, one violation for each constraint of the schema. */
export function corruptions(spec: Spec, schema: unknown, value: unknown): Generator<Variant> {
  return variants(spec, schema, value, WRONG_BY);
}

function otherTypes(rule: unknown, value: unknown): [string, unknown][] {
  const types = [rule].flat();
  const rest = Object.entries(OF_TYPE).filter(
    ([type]) => !types.includes(type) && !(type === "integer" && types.includes("number")),
  );
  return types.includes("array") ? rest : [...rest, ["a list of it", [value]]];
}

function otherValues(allowed: readonly unknown[]): [string, unknown][] {
  const [first] = allowed;
  const made =
    typeof first === "string" ? [`${first}x`, first.toUpperCase(), first.slice(0, -1)] : [7001];
  return made
    .filter((value) => value !== "" && !allowed.includes(value))
    .map((value) => [JSON.stringify(value), value]);
}

function repeated(list: readonly unknown[], length: number): unknown[] {
  return Array.from({ length }, (_, index) => list[index % (list.length || 1)] ?? index);
}

function numbered(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, index]));
}
