import type { Refuse } from "./check.ts";
import type { Operation, ParameterRule } from "./operation.ts";

/** The parameters of a call, by wire name. */
export type Params = Readonly<Record<string, unknown>>;

/** The parameters of a call, each where it goes. */
export type Placed = Record<ParameterRule["in"], Record<string, unknown>>;

/** What is wrong with a value, or undefined. */
function fault(rule: ParameterRule, value: unknown): string | undefined {
  const { in: place, type, minimum = -Infinity, maximum = Infinity, pattern } = rule;
  const text = String(value);
  // A URL parser drops these segments, and the request would go to another path.
  if (place === "path" && /^\.{0,2}$/.test(text)) {
    return "must not be empty, `.` or `..`";
  }
  const valid =
    (!type ||
      (Number[type === "integer" ? "isSafeInteger" : "isFinite"](value) &&
        (value as number) >= minimum &&
        (value as number) <= maximum)) &&
    (rule.enum?.includes(value as string) ?? true) &&
    (!pattern || new RegExp(pattern, "u").test(text));
  if (valid) {
    return undefined;
  }
  const { in: _, required, option, ...schema } = rule;
  const rules = Object.entries(schema).map(([keyword, operand]) => `${keyword} ${operand}`);
  return `must fit ${rules.join(", ")}`;
}

/**
 * Checks the parameters of a call against the operation's rules and puts each where it goes.
 *
 * @param bound The client options, for the parameters that are bound once per client.
 * @throws What `refuse` makes, for the first parameter that is missing, unknown or out of its rule.
 */
export function place(operation: Operation, params: Params, bound: object, refuse: Refuse): Placed {
  const placed: Placed = { path: {}, query: {}, header: {}, body: {} };
  const { parameters: rules = {} } = operation;
  for (const name in params) {
    if (!Object.hasOwn(rules, name) || rules[name]?.option) {
      throw refuse(name, `is none of the parameters ${Object.keys(rules).join(", ")}`);
    }
  }
  for (const name in rules) {
    const rule = rules[name] as ParameterRule;
    const { option = name, in: where } = rule;
    const value = (rule.option ? (bound as Params) : params)[option];
    // In a body null is a value; elsewhere its one wire form is absence.
    if (value === undefined || (value === null && where !== "body")) {
      if (rule.required) {
        throw refuse(option, "is missing");
      }
      continue;
    }
    const what = value === null ? undefined : fault(rule, value);
    if (what) {
      throw refuse(option, `${what}; got ${String(value).slice(0, 80)}`);
    }
    placed[where][name] = value;
  }
  return placed;
}
