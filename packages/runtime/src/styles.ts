import { type CallFacts, inputError } from "./errors.ts";
import type { Operation, ParameterRule, ParameterStyle } from "./operation.ts";
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

/** Finds what is wrong with a value by its type, or because its style would not tell its parts apart. */
export function checkStyled(rule: ParameterRule, value: unknown): string | undefined {
  const { in: place, style, explode } = rule;
  const problem = types.checkType(rule, value);
  if (problem !== undefined || style === undefined || style === "json" || !isComposed(value)) {
    return problem;
  }
  const isDeep = style === "deepObject";
  for (const [name, each] of entriesOf(value)) {
    if (!hasType(each, isDeep ? [...SCALARS, "array"] : SCALARS)) {
      return `must have members of type ${SCALARS.join(" or ")}`;
    }
    if (isDeep && ![each].flat().every((item) => hasType(item, SCALARS))) {
      return `must have items ${SCALARS.join(" or ")} in ${name}`;
    }
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
      placeOne(call, operation, placed, name, rule, value);
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
  if (place === "path") {
    placed.path[name] = new Encoded(writeSegment(name, value, style, explode));
  } else if (place === "header") {
    placed.header[name] = textsOf(value, explode).join(",");
  } else if (place === "cookie") {
    if (!canSendCookies()) {
      throw inputError(call, name, "is sent as a cookie, which browsers allow no code");
    }
    const { cookie } = placed.header;
    const own = `${name}=${textsOf(value, explode, encodeURIComponent).join(",")}`;
    placed.header.cookie = cookie === undefined ? own : `${cookie}; ${own}`;
  } else if (typeOf(value) === "object" && (style === "deepObject" || explode)) {
    placeMembers(call, operation, placed, name, value, style);
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
  value: unknown,
  style: ParameterStyle,
): void {
  for (const [member, each] of entriesOf(value)) {
    const own = style === "deepObject" ? `${name}[${member}]` : member;
    const isParameter = own !== name && Object.hasOwn(parameters, own);
    if (own === "__proto__" || isParameter || Object.hasOwn(placed.query, own)) {
      throw inputError(call, name, `must have no member ${member}, which is a parameter`);
    }
    placed.query[own] = Array.isArray(each) ? [...each] : each;
  }
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
