import { CallError, type CallFacts } from "./errors.ts";
import type { Operation, ParameterRule } from "./operation.ts";

/** The parameters of a call, by wire name. */
export type Params = Readonly<Record<string, unknown>>;

/** The parameters of a call by place. */
export type Placed = Record<"path" | "query" | "header" | "body", Record<string, unknown>>;

/** Throws the error for one input: the parameter or option, and what is wrong with it. */
export type Refuse = (parameter: string, what: string, cause?: unknown) => never;

/**
 * Checks that a value is a plain object, all of whose members are known.
 *
 * @param known What is known of each member by its name. One that has an `option` must not be given.
 * @throws What `refuse` throws, for the first member that is unknown.
 */
export function checkMembers(
  name: string,
  value: object,
  known: Readonly<Record<string, string | ParameterRule>>,
  refuse: Refuse,
): void {
  if (typeOf(value) !== "object") {
    refuse(name, `must be of type object; ${received(value)}`);
  }
  const isGiven = (member: string) =>
    known[member] !== {}[member as never] && !(known[member] as ParameterRule).option;
  for (const member in value) {
    if (!isGiven(member)) {
      refuse(member, `is unknown; expected ${Object.keys(known).filter(isGiven).join(", ")}`);
    }
  }
}

/** Returns the function that throws the input errors of the call or client described by `facts`. */
export const refuser =
  (facts: CallFacts): Refuse =>
  (parameter, what, cause) => {
    throw new CallError("input", facts, `${parameter} ${what}`, cause, undefined, { parameter });
  };

/** Returns the JSON type of a value; of values that JSON cannot hold, another name: `Map Object`, `nan`, `symbol`. */
export function typeOf(value: unknown): string {
  const type = typeof value;
  // Of objects only, because it costs more than all the rest.
  const tag = type === "object" && {}.toString.call(value).slice(8, -1);
  return tag
    ? // An object sets its own tag, which must not make it a `string`.
      !value
      ? "null"
      : Array.isArray(value)
        ? "array"
        : tag === "Object"
          ? "object"
          : `${tag} Object`
    : type === "bigint" || Number.isSafeInteger(value)
      ? "integer"
      : // `NaN` and `Infinity` are the numbers without a digit.
        type === "number" && !/\d/.test(value as never)
        ? "nan"
        : // UTF-8 has no form for half of a pair. By name, `\p{Cs}`, it costs V8 a fifth of the import.
          type === "string" && /[\ud800-\udfff]/u.test(value as string)
          ? "invalid Unicode"
          : type;
}

/** The value and its type, for an error message: `received "5" (string)`. */
export const received = (value: unknown): string =>
  `received ${(
    typeof value === "string" ? JSON.stringify(value) : Object(value) === value ? "" : String(value)
  ).slice(0, 80)} (${typeOf(value)})`;

/** The JSON types: first the four plain ones, then what a URL can hold too. */
const JSON_TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

/** Whether a value has one of some JSON types; an integer is a number too. */
export function isOf(types: readonly string[], value: unknown): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** The part of a client with parameters of other types than string, integer or boolean. */
export const types = {
  /** Checks the type of a value whose rule allows more than one plain type; returns what is wrong. */
  mistyped(
    { in: place, type = "string", items }: ParameterRule,
    value: unknown,
  ): string | false | undefined {
    const all = JSON_TYPES.slice(0, place === "body" ? 7 : 5);
    const types = type === "any" ? all : [type].flat();
    const elements = items ? [items] : JSON_TYPES.slice(0, 4);
    // In a header, a comma ends an item.
    const limit = place === "header" ? " without commas" : "";
    return isOf(types, value)
      ? place !== "body" &&
          Array.isArray(value) &&
          // A hole of a sparse array is none of them.
          ![...value].every((each) => isOf(elements, each) && !/,/.test(limit && each)) &&
          `must have items ${elements.join(" or ")}${limit}`
      : `must be of type ${types.join(" or ")}`;
  },
  /** Encodes a value for the path; an array as items between commas: `style: simple`. */
  encode: (value: string): string => `${[value].flat().map(encodeURIComponent)}`,
};

/** The part of a client with parameters that have limits, patterns or listed values. */
export const schemas = {
  /**
   * Checks a value of the right type against limits, pattern and listed values; returns what is wrong.
   * Null is always right; minimum and maximum do not apply to strings.
   */
  unfit(
    { minimum, maximum, pattern, enum: values }: ParameterRule,
    value: unknown,
  ): string | false | undefined {
    return (
      value !== null &&
      ((typeof value === "string"
        ? pattern && !new RegExp(pattern, "u").test(value)
        : (value as number) < (minimum as number) || (value as number) > (maximum as number)) ||
        (values && !values.includes(value as string))) &&
      `must have ${Object.entries({ minimum, maximum, pattern, enum: values })
        .filter(([, limit]) => limit !== undefined)
        .map((limit) => limit.join(" "))
        .join(", ")}`
    );
  },
};

/** The parts that check parameters. */
type Checks = Partial<typeof types & typeof schemas>;

/**
 * Checks the parameters of a call against the operation's rules and sorts them by place.
 *
 * @param bound The client options, for the parameters that are bound once per client.
 * @throws What `refuse` throws, for the first parameter that is missing, unknown or out of its rule.
 */
export function place(
  { parameters: rules = {} }: Operation,
  params: Params,
  bound: Checks,
  refuse: Refuse,
): Placed {
  const { mistyped, unfit } = bound;
  const placed: Placed = { path: {}, query: {}, header: {}, body: {} };
  checkMembers("params", params, rules, refuse);
  for (const name in rules) {
    const rule = rules[name] as ParameterRule;
    const { option = name, in: where, type = "string", required } = rule;
    const value = ((rule.option ? bound : params) as Params)[option];
    // A member that every object inherits was not given. Null is a value in a body; elsewhere it is sent
    // by leaving the parameter out.
    if (
      value === undefined ||
      value === {}[option as never] ||
      (value === null && where !== "body")
    ) {
      if (required) {
        refuse(option, "is required");
      }
      continue;
    }
    const what =
      (mistyped ? mistyped(rule, value) : type !== typeOf(value) && `must be of type ${type}`) ||
      unfit?.(rule, value) ||
      // A URL parser drops these segments, and the request would go to another path.
      (where === "path" && /^\.{0,2}$/.test(value as string) && "must not be empty, . or ..");
    if (what) {
      refuse(option, `${what}; ${received(value)}`);
    }
    placed[where][name] = Array.isArray(value) ? value.slice() : value;
  }
  return placed;
}
