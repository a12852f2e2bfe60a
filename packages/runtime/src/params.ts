import { checkMembers } from "./check-options.ts";
import { type CallFacts, inputError } from "./errors.ts";
import type { Operation, ParameterRule } from "./operation.ts";
import { hasType, isBinary, JSON_TYPES, membersOf, received, SCALARS, typeOf } from "./values.ts";

/** The parameters of a call, by wire name. */
export type Params = Readonly<Record<string, unknown>>;

/** Place of a parameter in the request; a cookie is a header there. */
type Place = Exclude<ParameterRule["in"], "cookie">;

/** The checked parameters of a call by place, without those that are not sent. */
export type PlacedParams = Readonly<Record<Place, Record<string, unknown>>>;

/** Checks of operations whose parameters are of other types than string, integer or boolean. */
export const types = { checkType: checkAnyType, encodePath: encodeList, place: placeCopies };

/** Checks of operations whose parameters have limits, patterns or listed values. */
export const schemas = { checkLimits };

/** Checks that only some operations need. */
export type ParameterChecks = Partial<typeof types & typeof schemas>;

/**
 * Checks the parameters of a call against the operation's rules, and copies them by place.
 *
 * @param bound The client options, for the parameters that are set once per client.
 * @throws InputError for the first parameter that is missing, unknown or against its rule.
 */
export function placeParams(
  call: CallFacts,
  { parameters: rules = {} }: Operation,
  params: Params,
  bound: object,
  checks: ParameterChecks,
): PlacedParams {
  const names = Object.keys(rules).filter((name) => !rules[name]?.option);
  const given = checkMembers(call, "params", params, names);
  const placed: PlacedParams = {
    path: {},
    query: {},
    header: {},
    body: {},
  };
  for (const [name, rule] of Object.entries(rules)) {
    const source = rule.option ?? name;
    const value = (rule.option ? membersOf(bound) : given)[source];
    if (isSent(rule, value)) {
      const problem = findProblem(rule, value, checks);
      if (problem !== undefined) {
        throw inputError(call, source, `${problem}; ${received(value)}`);
      }
      placed[rule.in as Place][name] = value;
    } else if (rule.required) {
      throw inputError(call, source, "is required");
    }
  }
  return placed;
}

/** Null is a value in a body; elsewhere it is sent by leaving the parameter out. */
function isSent({ in: place }: ParameterRule, value: unknown): boolean {
  return value !== undefined && (value !== null || place === "body");
}

function findProblem(
  rule: ParameterRule,
  value: unknown,
  { checkType = checkPlainType, checkLimits: checkRest }: ParameterChecks,
): string | undefined {
  return checkType(rule, value) ?? checkRest?.(rule, value) ?? checkSegment(rule, value);
}

function checkPlainType({ type = "string" }: ParameterRule, value: unknown): string | undefined {
  return typeOf(value) === type ? undefined : `must be of type ${type}`;
}

/** A URL parser drops these segments, and the request would go to another path. */
function checkSegment({ in: place }: ParameterRule, value: unknown): string | undefined {
  const isDropped = place === "path" && ["", ".", ".."].includes(String(value));
  return isDropped ? "must not be empty, . or .." : undefined;
}

/** Copies arrays too, which the caller may change before they are sent. */
function placeCopies(...given: Parameters<typeof placeParams>): PlacedParams {
  const placed = placeParams(...given);
  for (const params of Object.values(placed)) {
    for (const [name, value] of Object.entries(params)) {
      params[name] = Array.isArray(value) ? [...value] : value;
    }
  }
  return placed;
}

const URL_TYPES = ["string", "integer", "number", "boolean", "array"];

function checkAnyType(rule: ParameterRule, value: unknown): string | undefined {
  const { in: place, type = "string", style } = rule;
  const isJson = place === "body" || style === "json";
  const any = isJson ? JSON_TYPES : URL_TYPES;
  const expected: readonly string[] = type === "any" ? any : [type].flat();
  const isBytes = expected.includes("binary") && isBinary(value);
  if (!isBytes && !hasType(value, expected)) {
    return `must be of type ${expected.join(" or ")}`;
  }
  return !isJson && Array.isArray(value) ? checkItems(rule, value) : undefined;
}

function checkItems(
  { in: place, items }: ParameterRule,
  values: readonly unknown[],
): string | undefined {
  const expected = items ? [items] : SCALARS;
  // In a header, a comma ends an item.
  const isSplit = (item: unknown) => place === "header" && String(item).includes(",");
  // Copied, because `every` skips the holes of a sparse array.
  if ([...values].every((item) => hasType(item, expected) && !isSplit(item))) {
    return undefined;
  }
  return `must have items ${expected.join(" or ")}${place === "header" ? " without commas" : ""}`;
}

/** Encodes a value for the path; an array as items between commas: `style: simple`. */
function encodeList(value: unknown): string {
  return [value]
    .flat()
    .map((each) => encodeURIComponent(String(each)))
    .join(",");
}

/** Null always fits; minimum and maximum do not apply to strings. */
function checkLimits(rule: ParameterRule, value: unknown): string | undefined {
  const { minimum, maximum, pattern, enum: listed } = rule;
  if (value === null || (fits(rule, value) && (listed?.some((each) => each === value) ?? true))) {
    return undefined;
  }
  const limits = Object.entries({ minimum, maximum, pattern, enum: listed })
    .filter(([, limit]) => limit !== undefined)
    .map(([name, limit]) => `${name} ${limit}`);
  return `must have ${limits.join(", ")}`;
}

function fits(rule: ParameterRule, value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, pattern } = rule;
  if (typeof value === "string") {
    return pattern === undefined || new RegExp(pattern, "u").test(value);
  }
  // A bigint is compared exactly.
  const number = value as number | bigint;
  return !(number < minimum || number > maximum);
}
