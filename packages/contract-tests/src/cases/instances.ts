import { asObject, isObject, itemsOf } from "@chainkit/openapi";
import type { HttpRequest } from "../http/request.ts";
import { faultsOfText } from "../schema/validator.ts";
import type { Operation } from "../spec/operations.ts";
import type { Case, Expectation } from "./case.ts";
import { type Call, refusedCursor } from "./expect.ts";
import { encodedPath, requestFor, type Values } from "./values.ts";

/** Statuses that a caller can cause, unlike overload and server errors. */
export const BY_REQUEST: RegExp = /^(400|404|409|422)$/;

/**
 * Cases from the `instance` of problem examples: each request must return that problem. Operations
 * with a body are skipped, because a URL does not contain the request.
 */
export function instanceCases({ operation, base }: Call): Case[] {
  const { path, responses, pagination, body } = operation;
  if (body) {
    return [];
  }
  const cursor = pagination?.cursorParameter ?? "";
  const isSchemaless = (status: string, target: string, blamed: string | undefined) =>
    !/^(400|422)$/.test(status) || (blamed !== cursor && !isRefused(operation, target, blamed));
  const plain: HttpRequest = requestFor(operation, base);
  const literals = encodedPath(path).split(/\{[^{}]*\}/);
  const shape = new RegExp(`^${literals.map(literal).join("[^/?]+")}(\\?|$)`);
  const cases: Case[] = [];
  for (const { status, media, node } of responses.filter((each) => BY_REQUEST.test(each.status))) {
    for (const [name, example] of media.flatMap(({ examples }) => [...examples])) {
      const { instance: target, errors } = asObject(example);
      if (typeof target !== "string" || !shape.test(target)) {
        continue;
      }
      const [first] = itemsOf(errors);
      const blamed = isObject(first) ? String(first.parameter) : undefined;
      const expect: Expectation = {
        statuses: [status],
        because: `the contract's example ${name} is the response to this request`,
        rule: { part: node },
        ...(blamed === undefined ? {} : { errorParameter: blamed }),
      };
      cases.push({
        operation,
        kind: "example",
        name: `${status} ${name}`,
        request:
          blamed === undefined
            ? { ...plain, target }
            : requestWith(operation, base, target, blamed),
        expect: blamed === cursor ? refusedCursor(operation, base, expect) : expect,
        varies: { parameter: blamed ?? otherParameter(operation, target) },
        // A mock returns a success for every request that matches the schemas, except for cursors.
        needs: isSchemaless(status, target, blamed) ? ["state"] : [],
      });
    }
  }
  return cases;
}

/** A text as a pattern; `RegExp.escape` is not in Node 22. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Returns the parameter whose value in a URL is none of its examples; undefined if all are. */
function otherParameter(operation: Operation, target: string): string | undefined {
  const other = operation.parameters.find(({ name, in: place, examples }) => {
    const shown = [...examples.values()].map(String);
    return place === "path" && !shown.includes(valueIn(operation, target, name) ?? "");
  });
  return other?.name;
}

/** Returns the base request with only the invalid parameter of the example. */
function requestWith(
  operation: Operation,
  base: Values,
  target: string,
  blamed: string,
): HttpRequest {
  const value = valueIn(operation, target, blamed);
  return requestFor(operation, { ...base, parameters: { ...base.parameters, [blamed]: value } });
}

/** Returns the text of a parameter in a URL; undefined if it is missing. */
export function valueIn(operation: Operation, target: string, name: string): string | undefined {
  const [path = "", query = ""] = target.split("?");
  const index = operation.path.split("/").indexOf(`{${name}}`);
  const text = new URLSearchParams(query).get(name) ?? path.split("/")[index];
  return text === undefined ? text : decodeURIComponent(text);
}

/** Whether the schemas reject a URL, or its invalid parameter. */
function isRefused(operation: Operation, target: string, blamed: string | undefined): boolean {
  const { spec, parameters } = operation;
  return parameters.some(({ name, schema }) => {
    const value = valueIn(operation, target, name);
    const isMeant = value !== undefined && (blamed ?? name) === name;
    return isMeant && faultsOfText(spec, schema, value).length > 0;
  });
}
