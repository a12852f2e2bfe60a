import { CallError, type CallFacts } from "./api-error.ts";
import type { Operation, ParameterRule } from "./operation.ts";

/** The parameters of a call, by wire name. */
export type Params = Readonly<Record<string, unknown>>;

/** The parameters of a call by place. */
export type Placed = Record<ParameterRule["in"], Record<string, unknown>>;

/** Makes the error for one input: the parameter or option, and what is wrong with it. */
export type Refuse = (parameter: string, what: string, cause?: unknown) => Error;

/** Returns the value if it is an object without a nature of its own; throws what `refuse` makes. */
export function plainObject<Value>(name: string, value: Value, refuse: Refuse): Value {
  if (typeOf(value) !== "object") {
    throw refuse(name, `must be an object; ${received(value)}`);
  }
  return value;
}

/** Returns the function that makes input errors of the call or client described by `facts`. */
export const refuser =
  (facts: CallFacts): Refuse =>
  (parameter, what, cause) =>
    new CallError("input", facts, `${parameter} ${what}`, { parameter }, cause);

/** The JSON type of a value. What JSON has no form for has a type of its own: `map`, `nan`, `symbol`. */
export function typeOf(value: unknown): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1).toLowerCase();
  if (tag === "number") {
    return Number.isSafeInteger(value) ? "integer" : Number.isFinite(value) ? tag : "nan";
  }
  return tag === "bigint" ? "integer" : tag;
}

/** The value and its type, for an error message: `received "5" (string)`. */
export function received(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return `received ${Object(value) === value ? "" : text.slice(0, 80)} (${typeOf(value)})`;
}

const PLAIN = ["string", "integer", "number", "boolean"];
const URL_TYPES = [...PLAIN, "array"];
const JSON_TYPES = [...URL_TYPES, "object", "null"];

const isOf = (types: readonly string[], value: unknown): boolean =>
  types.includes(typeOf(value)) || (types.includes("number") && typeOf(value) === "integer");

/** What a value of the right type lacks, or undefined. */
function unfit(rule: ParameterRule, value: unknown): string | false | undefined | "" {
  const { in: place, type, required, option, ...schema } = rule;
  const { minimum, maximum, pattern, enum: values, items } = schema;
  const isUnfit =
    (value as number) < (minimum as number) ||
    (value as number) > (maximum as number) ||
    (value !== null && values && !values.includes(value as string)) ||
    (pattern && !new RegExp(pattern, "u").test(String(value))) ||
    (place !== "body" &&
      Array.isArray(value) &&
      !value.every((element) => isOf(items ? [items] : PLAIN, element)));
  const rules = Object.entries(schema).map((keyword) => keyword.join(" "));
  return isUnfit && `must have ${rules.join(", ")}`;
}

/** The part of a client with parameters that have more of a schema than a single type. */
export const schemas = { unfit };

/** What is wrong with a value, or undefined. */
function fault(rule: ParameterRule, value: unknown, check: typeof unfit | undefined) {
  const { in: place, type = "string" } = rule;
  const all = place === "body" ? JSON_TYPES : URL_TYPES;
  const types = type === "any" ? all : [type].flat();
  const text = String(value);
  const what = isOf(types, value) ? check?.(rule, value) : `must be of type ${types.join(" or ")}`;
  if (what) {
    return what;
  }
  // A URL parser drops these segments, and the request would go to another path.
  if (place === "path" && /^\.{0,2}$/.test(text)) {
    return "must not be empty, `.` or `..`";
  }
  // UTF-8 has no form for half of a pair.
  return /\p{Cs}/u.test(text) && "must be valid Unicode";
}

/**
 * Checks the parameters of a call against the operation's rules and sorts them by place.
 *
 * @param bound The client options, for the parameters that are bound once per client.
 * @throws What `refuse` makes, for the first parameter that is missing, unknown or out of its rule;
 *   the fields that a body must have are checked with the body.
 */
export function place(
  { parameters: rules = {} }: Operation,
  params: Params,
  bound: { readonly unfit?: typeof unfit },
  refuse: Refuse,
): Placed {
  const placed: Placed = { path: {}, query: {}, header: {}, body: {} };
  for (const name in plainObject("params", params, refuse)) {
    if (!Object.hasOwn(rules, name) || rules[name]?.option) {
      throw refuse(name, `is not a parameter; expected ${Object.keys(rules).join(", ")}`);
    }
  }
  for (const [name, rule] of Object.entries(rules)) {
    const { option = name, in: where } = rule;
    const { [option]: found } = (rule.option ? bound : params) as Params;
    // What every object inherits is not given.
    const value = found === Object.prototype[option as never] ? undefined : found;
    // In a body null is a value; elsewhere its one wire form is absence.
    if (value === undefined || (value === null && where !== "body")) {
      if (rule.required && where !== "body") {
        throw refuse(option, "is required");
      }
      continue;
    }
    const what = fault(rule, value, bound.unfit);
    if (what) {
      throw refuse(option, `${what}; ${received(value)}`);
    }
    placed[where][name] = Array.isArray(value) ? [...value] : value;
  }
  return placed;
}

/**
 * Serializes a JSON body.
 *
 * @throws What `refuse` makes, for a value that JSON would drop or change.
 */
export const writeJson = (body: unknown, refuse: Refuse): string =>
  JSON.stringify(body, (name, value: unknown) => {
    const sent = typeof value === "bigint" ? Number(value) : value;
    // biome-ignore lint/suspicious/noDoubleEquals: 5n is 5.
    if (sent !== undefined && (!isOf(JSON_TYPES, sent) || sent != value)) {
      throw refuse(name || "body", `is not JSON; ${received(value)}`);
    }
    return sent;
  });
