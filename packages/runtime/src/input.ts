import type { Operation, ParameterRule } from "./operation.ts";

/** The parameters of a call, by wire name. */
export type Params = Readonly<Record<string, unknown>>;

/** The parameters of a call, each where it goes. */
export interface Placed {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** Reports that `parameter` is wrong: `what` is wrong with it, and how it should be. */
export type Refuse = (parameter: string, what: string) => Error;

const patterns = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  const compiled = patterns.get(pattern) ?? new RegExp(pattern, "u");
  patterns.set(pattern, compiled);
  return compiled.test(text);
}

/** The received value as a message shows it. */
function show(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The rule that the value breaks, in words; undefined if it keeps them all. */
function brokenRule(rule: ParameterRule, value: unknown): string | undefined {
  const { in: place, type, minimum = -Infinity, maximum = Infinity, pattern } = rule;
  if (type) {
    const isNumber = type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
    if (!isNumber) return `must be ${type === "integer" ? "an integer" : "a number"}`;
    const number = value as number;
    if (number < minimum) return `must be at least ${minimum}`;
    if (number > maximum) return `must be at most ${maximum}`;
  }
  const text = String(value);
  // A URL parser drops these segments, and the request would go to another path.
  if (place === "path" && /^\.{0,2}$/.test(text)) return "must not be empty, `.` or `..`";
  if (rule.enum && !rule.enum.includes(value as string)) {
    return `must be one of ${rule.enum.join(", ")}`;
  }
  if (pattern && !matches(pattern, text)) return `must match ${pattern}`;
  return undefined;
}

/**
 * Checks the parameters of a call against the operation's rules and puts each where it goes.
 *
 * @param bound The client options, for the parameters that are bound once per client.
 * @throws What `refuse` makes, for the first parameter that is missing, unknown or out of its rule.
 */
export function place(operation: Operation, params: Params, bound: object, refuse: Refuse): Placed {
  const placed: Placed = { path: {}, query: {}, header: {}, body: {} };
  const rules = operation.parameters ?? {};
  for (const name in params) {
    if (!Object.hasOwn(rules, name) || rules[name]?.option) {
      throw refuse(name, `is no parameter; there are ${Object.keys(rules).join(", ") || "none"}`);
    }
  }
  for (const name in rules) {
    const rule = rules[name] as ParameterRule;
    const value = rule.option ? (bound as Params)[rule.option] : params[name];
    // In a body null is a value; elsewhere its one wire form is absence.
    if (value === undefined || (value === null && rule.in !== "body")) {
      if (rule.required) throw refuse(rule.option ?? name, "is missing");
      continue;
    }
    const broken = value === null ? undefined : brokenRule(rule, value);
    if (broken) throw refuse(rule.option ?? name, `${broken}; got ${show(value)}`);
    placed[rule.in][name] = value;
  }
  return placed;
}
