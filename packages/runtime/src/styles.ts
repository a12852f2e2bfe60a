import { type CallFacts, inputError } from "./errors.ts";
import type { Operation, ParameterRule } from "./operation.ts";
import { type PlacedParams, type placeParams, types } from "./params.ts";
import { bodies } from "./request.ts";
import {
  Encoded,
  EXPLODED,
  entriesOf,
  isComposed,
  SEPARATORS,
  separatorOf,
  textsOf,
  writeSegment,
} from "./styled-texts.ts";
import { hasType, SCALARS, typeOf } from "./values.ts";
import { canSendCookies } from "./web.ts";

/**
 * Writing of parameters in styles other than the default of their place, of objects and of cookies, for clients
 * with operations that have some. To be listed after the other parts.
 */
export const styles = {
  checkType: checkStyled,
  encodePath,
  place: placeStyled,
  writeQuery: writeStyledQuery,
};

/** A parameter that is written as a JSON body is. */
const JSON_PARAMETER: Operation = { method: "POST", path: "", body: "whole" };

/** A function, because bundlers keep a call at the top of a module in every client. */
const scalarsText = () => `type ${SCALARS.join(" or ")}`;

const isScalar = (value: unknown) => hasType(value, SCALARS);

/** Finds what is wrong with a value by its type, or because its style would not tell its parts apart. */
export function checkStyled(rule: ParameterRule, value: unknown): string | undefined {
  const { in: place, style, explode } = rule;
  // The members of a `deepObject` are checked below, however deep they are.
  const problem = types.checkType(
    style === "deepObject" ? { ...rule, style: "json" } : rule,
    value,
  );
  if (problem !== undefined || style === undefined || style === "json" || !isComposed(value)) {
    return problem;
  }
  if (style === "deepObject") {
    const isLeaf = ([, leaf]: [string, unknown]) => [leaf].flat().every(isScalar);
    return deepEntries("", value).every(isLeaf)
      ? undefined
      : `must have members of ${scalarsText()}`;
  }
  if (!entriesOf(value).every(([, each]) => isScalar(each))) {
    return `must have members of ${scalarsText()}`;
  }
  const texts = textsOf(value, explode);
  if (place === "path" && (texts.length === 0 || texts.includes(""))) {
    return "must not be empty or have empty items";
  }
  const separator = place === "header" ? "," : separatorOf(style, explode);
  const isSplit = separator !== undefined && texts.some((text) => text.includes(separator));
  return isSplit ? `must have no ${JSON.stringify(separator)} within an item` : undefined;
}

/** Places the parameters as the styles write them: cookies as a header, members of objects by themselves. */
function placeStyled(...given: Parameters<typeof placeParams>): PlacedParams {
  const [call, operation, ...others] = given;
  const rules = Object.entries(operation.parameters ?? {});
  // A cookie is checked and placed as a header, and joined with the others after that.
  const parameters = Object.fromEntries(
    rules.map(([name, rule]) => [name, { ...rule, in: placeOf(rule) }]),
  );
  const placed = types.place(call, { ...operation, parameters }, ...others);
  for (const [name, rule] of rules) {
    const params = placed[placeOf(rule)];
    const value = params[name];
    if (rule.style !== undefined && value !== undefined) {
      delete params[name];
      placeOne(call, operation, placed, rule.name ?? name, rule, value);
    }
  }
  return placed;
}

function placeOf({ in: place }: ParameterRule): keyof PlacedParams {
  return place === "cookie" ? "header" : place;
}

/** Places a parameter as its style writes it; nothing for an array or an object without parts. */
export function placeOne(
  call: CallFacts,
  operation: Operation,
  placed: PlacedParams,
  name: string,
  { in: place, style = "simple", explode = EXPLODED.includes(style) }: ParameterRule,
  given: unknown,
): void {
  const value =
    style === "json" ? bodies.writeBody(call, JSON_PARAMETER, { body: given })?.body : given;
  const isCookie = place === "cookie" || (place === "header" && name.toLowerCase() === "cookie");
  if (isCookie && !canSendCookies()) {
    throw inputError(call, name, "is sent as a cookie, which browsers allow no code");
  }
  if (place === "path") {
    placed.path[name] = new Encoded(writeSegment(name, value, style, explode));
  } else if (place === "header") {
    placed.header[name] = textsOf(value, explode).join(",");
  } else if (place === "cookie") {
    const { cookie } = placed.header;
    const own = `${name}=${textsOf(value, explode, encodeURIComponent).join(",")}`;
    placed.header.cookie = cookie === undefined ? own : `${cookie}; ${own}`;
  } else if (isComposed(value) && style === "deepObject") {
    placeMembers(call, operation, placed, name, deepEntries(name, value));
  } else if (typeOf(value) === "object" && explode) {
    placeMembers(call, operation, placed, name, entriesOf(value));
  } else if (!isComposed(value) || explode) {
    placed.query[name] = value;
  } else {
    const texts = textsOf(value, false, encodeURIComponent);
    const separator = encodeURIComponent(SEPARATORS[style] ?? "") || ",";
    if (texts.length > 0) {
      placed.query[name] = new Encoded(texts.join(separator));
    }
  }
}

/** Places each member of an object as a parameter of its own. */
function placeMembers(
  call: CallFacts,
  { parameters = {} }: Operation,
  placed: PlacedParams,
  name: string,
  members: readonly [name: string, value: unknown][],
): void {
  for (const [own, each] of members) {
    const isParameter = own !== name && Object.hasOwn(parameters, own);
    if (own === "__proto__" || isParameter || Object.hasOwn(placed.query, own)) {
      throw inputError(call, name, `must have no member ${own}, which is a parameter`);
    }
    placed.query[own] = Array.isArray(each) ? [...each] : each;
  }
}

/** Lists the values within a value, with the way to each in brackets; a list of plain values repeats its name. */
function deepEntries(name: string, value: unknown, isMember = false): [string, unknown][] {
  const isList = isMember && Array.isArray(value) && value.every(isScalar);
  const members = Array.isArray(value) ? Object.entries(value) : entriesOf(value);
  // Nothing would be left of an object without members.
  const isEmpty = isMember && members.length === 0;
  return isList || isEmpty || !isComposed(value)
    ? [[name, value]]
    : members.flatMap(([member, each]) => deepEntries(`${name}[${member}]`, each, true));
}

function encodePath(value: unknown): string {
  return value instanceof Encoded ? value.text : types.encodePath(value);
}

function writeStyledQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => {
      const text = each instanceof Encoded ? each.text : encodeURIComponent(String(each));
      return `${encodeURIComponent(name)}=${text}`;
    }),
  );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
