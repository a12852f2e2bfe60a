import { pathPattern, pathRank, readRequest } from "@chainkit/openapi";
import { type Operation, operationsOf } from "../spec/operations.ts";
import { bodyCases } from "./body.ts";
import type { Case } from "./case.ts";
import { exampleCases, knownResponseCases, preferredCases, toleranceCases } from "./examples.ts";
import { hostileCases } from "./hostile.ts";
import { instanceCases } from "./instances.ts";
import { methodCases } from "./methods.ts";
import { notFoundCases } from "./not-found.ts";
import { cursorCases, parameterCases } from "./parameters.ts";
import { securityCases } from "./security.ts";
import { type Setting, valuesFor } from "./values.ts";

/**
 * Generates all cases of an operation from its spec, deterministically and in a stable order.
 *
 * @throws Error if the spec has no example of a required parameter, or two cases share a name.
 */
export function casesOf(operation: Operation, setting: Setting): Case[] {
  const all = valuesFor(operation, setting);
  const [base] = all;
  const lacking = operation.parameters.find(
    ({ name, required }) => required && base.parameters[name] === undefined,
  );
  if (lacking) {
    throw new Error(`${operation.id}: the spec has no example of ${lacking.name}`);
  }
  const call = { operation, setting, base };
  const instances = instanceCases(call);
  const overlapping = overlappingWith(operation);
  const cases = [
    ...exampleCases(call, all),
    ...instances,
    ...notFoundCases(call, instances),
    ...parameterCases(call),
    ...toleranceCases(call),
    ...cursorCases(call),
    ...bodyCases(call),
    ...hostileCases(call),
    ...securityCases(call),
    ...methodCases(call),
    ...preferredCases(call),
    ...knownResponseCases(call),
  ]
    .filter((each) => !isOfSibling(each, overlapping) && !isTaken(each))
    .map((each) => withToken(each));
  const titles = new Set<string>();
  return cases.map((each) => {
    let { name } = each;
    for (let n = 2; titles.has(`${each.kind} / ${name}`); n += 1) {
      name = `${each.name} ${n}`;
    }
    titles.add(`${each.kind} / ${name}`);
    return { ...each, name };
  });
}

/** Another operation that a request may be for. */
interface Overlapping {
  readonly pattern: RegExp;
  /** Whether it is the one that OpenAPI prefers, as `/epochs/latest` to `/epochs/{number}`; or else either of the two. */
  readonly isPreferred: boolean;
}

/** Lists the operations that requests of an operation may be for as well. */
function overlappingWith({ path, method, spec }: Operation): Overlapping[] {
  const rank = pathRank(path);
  return operationsOf(spec).flatMap((other) => {
    const isPreferred = pathRank(other.path) < rank;
    const isEqual = pathRank(other.path) === rank && other.method === method;
    const mayMatch = other.path !== path && other.path.split("/").length === rank.length;
    return mayMatch && (isPreferred || isEqual)
      ? [{ pattern: pathPattern(other.path), isPreferred }]
      : [];
  });
}

/** Whether another operation may take a request: one that is preferred, or one that need not refuse it. */
function isOfSibling({ request, valid }: Case, overlapping: readonly Overlapping[]): boolean {
  const [sent = ""] = request.target.split("?");
  return overlapping.some(
    ({ pattern, isPreferred }) => (isPreferred || valid === false) && pattern.test(sent),
  );
}

/**
 * Whether a request that has to be refused is valid as a server reads it: what is wrong with a value may have no form, as
 * an empty list has none, and then nothing is sent.
 */
function isTaken({ kind, valid, request, operation: { spec, stated } }: Case): boolean {
  const { target, headers, body = "" } = request;
  if (kind !== "negative" || valid !== false || typeof body !== "string") {
    return false;
  }
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const sent = { path, query, body, header: (name: string) => headers[name.toLowerCase()] };
  return readRequest(spec.document, stated, sent).faults.length === 0;
}

/** Adds the need for a token to cases that would otherwise end with 401. */
function withToken(each: Case): Case {
  const { operation, kind, needs } = each;
  const asks = operation.auth === "required" && kind !== "security" && !needs.includes("token");
  return asks ? { ...each, needs: ["token", ...needs] } : each;
}
