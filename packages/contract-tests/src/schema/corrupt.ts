import { isObject, itemsOf } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";
import { nearMisses } from "./text.ts";
import { type Change, type Variant, variants } from "./variants.ts";
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

/** Derives invalid values from a valid one, one violation for each constraint of the schema. */
export function corruptions(spec: Spec, schema: unknown, value: unknown): Generator<Variant> {
  return variants(spec, schema, value, wrongBy);
}

/** Generates values that violate one keyword, and no others if possible. */
const wrongBy: Change = ({ name, value: rule }, value, keywords) => {
  const text = typeof value === "string" ? value : undefined;
  const list = Array.isArray(value) ? value : undefined;
  const object = isObject(value) ? value : undefined;
  const isNumber = typeof value === "number";
  const step = Number(keywords.get("multipleOf")?.value ?? 1);
  switch (name) {
    case "type":
      return otherTypes(rule, value);
    case "enum":
    case "const":
      return otherValues(name === "enum" ? itemsOf(rule) : [rule]);
    case "pattern":
      return text === undefined ? [] : nearMisses(String(rule), text);
    case "format":
      if (rule === "int32" && isNumber) {
        return [["beyond 32 bits", 2 ** 31]];
      }
      return text === undefined ? [] : [[`no ${rule}`, "no such thing: %%"]];
    case "minLength":
      return text === undefined ? [] : [["too short", text.slice(0, Number(rule) - 1)]];
    case "maxLength":
      return text === undefined ? [] : [["too long", text.padEnd(Number(rule) + 1, text || "x")]];
    case "minimum":
      return isNumber
        ? [
            ["below it", Number(rule) - step],
            ["far below it", Number(rule) - 1000 * step],
            ...(-value < Number(rule) ? [["its negative", -value] as const] : []),
          ]
        : [];
    case "maximum":
      return isNumber
        ? [
            ["above it", Number(rule) + step],
            ["far above it", Number(rule) + 1000 * step],
          ]
        : [];
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return isNumber ? [["the bound itself", rule]] : [];
    case "multipleOf":
      return isNumber ? [["between two multiples", value + Number(rule) / 2]] : [];
    case "minItems":
      return list ? [["too few", list.slice(0, Number(rule) - 1)]] : [];
    case "maxItems":
      return list ? [["too many", repeated(list, Number(rule) + 1)]] : [];
    case "uniqueItems":
      return list && rule === true ? [["one twice", [...list, list[0] ?? 1, list[0] ?? 1]]] : [];
    case "required":
      return object
        ? itemsOf(rule).map((key) => [String(key), changed(object, [String(key)], undefined)])
        : [];
    case "minProperties":
      return object
        ? [["too few", Object.fromEntries(Object.entries(object).slice(0, Number(rule) - 1))]]
        : [];
    case "maxProperties":
      return object ? [["too many", { ...object, ...numbered(Number(rule) + 1) }]] : [];
    case "additionalProperties":
    case "unevaluatedProperties":
      if (object && isObject(rule)) {
        return Object.entries(OF_TYPE).map(([type, other]) => [
          `an additional ${type}`,
          { ...object, notInTheContract: other },
        ]);
      }
      return object && rule === false
        ? [["an unknown one", { ...object, notInTheContract: 1 }]]
        : [];
    case "anyOf":
    case "oneOf":
      return Object.entries(OF_TYPE);
    default:
      return [];
  }
};

function otherTypes(rule: unknown, value: unknown): [string, unknown][] {
  const types = Array.isArray(rule) ? rule : [rule];
  const others = Object.entries(OF_TYPE).filter(
    ([type]) => !types.includes(type) && !(type === "integer" && types.includes("number")),
  );
  return types.includes("array") ? others : [...others, ["a list of it", [value]]];
}

function otherValues(allowed: readonly unknown[]): [string, unknown][] {
  const [first] = allowed;
  const others =
    typeof first === "string" ? [`${first}x`, first.toUpperCase(), first.slice(0, -1)] : [7001];
  return others
    .filter((value) => value !== "" && !allowed.includes(value))
    .map((value) => [JSON.stringify(value), value]);
}

function repeated(list: readonly unknown[], length: number): unknown[] {
  return Array.from({ length }, (_, index) => list[index % (list.length || 1)] ?? index);
}

function numbered(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, index]));
}
