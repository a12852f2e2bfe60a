import { isObject, itemsOf } from "@chainkit/openapi";
import type { HttpRequest } from "../http/request.ts";
import type { Validator } from "../schema/validator.ts";
import type { Operation } from "../spec/operations.ts";
import type { Case, Expectation } from "./case.ts";
import { refusedCursor } from "./expect.ts";
import { requestFor, type Values } from "./values.ts";
import { asRead } from "./wire.ts";

/** A status that a caller can bring about; load and faults are not in its hands. */
export const BY_REQUEST: RegExp = /^(400|404|409|422)$/;

/**
 * The requests that examples of problems name as their `instance`: each must lead to that problem.
 * Where there is a body, an address does not say what was sent, and there is nothing to repeat.
 */
export function instanceCases(operation: Operation, base: Values, validator: Validator): Case[] {
  const { path, responses, pagination, body } = operation;
  if (body) {
    return [];
  }
  const cursor = pagination?.cursorParameter ?? "";
  const isSchemaless = (status: string, target: string, blamed: string | undefined) =>
    !/^(400|422)$/.test(status) ||
    (blamed !== cursor && !isRefused(operation, target, blamed, validator));
  const plain: HttpRequest = requestFor(operation, base);
  const shape = new RegExp(`^${path.replace(/\{[^}]*\}/g, "[^/?]+")}(\\?|$)`);
  return responses
    .filter(({ status }) => BY_REQUEST.test(status))
    .flatMap(({ status, media, node }) =>
      media.flatMap(({ examples }) =>
        [...examples].flatMap(([name, example]): Case[] => {
          const target = isObject(example) ? example.instance : undefined;
          if (typeof target !== "string" || !shape.test(target)) {
            return [];
          }
          const [first] = itemsOf(isObject(example) ? example.errors : undefined);
          const blamed = isObject(first) ? String(first.parameter) : undefined;
          const because = `the contract's example ${name} is the response to this request`;
          const expect: Expectation = {
            statuses: [status],
            because,
            rule: { part: node },
            ...(blamed === undefined ? {} : { errorParameter: blamed }),
          };
          return [
            {
              operation,
              kind: "example",
              name: `${status} ${name}`,
              request:
                blamed === undefined
                  ? { ...plain, target }
                  : requestWith(operation, base, target, blamed),
              expect: blamed === cursor ? refusedCursor(operation, base, expect) : expect,
              // A request that no schema refuses gets a success from a mock, but for cursors.
              needs: isSchemaless(status, target, blamed) ? ["state"] : [],
            },
          ];
        }),
      ),
    );
}

/** The base request with the parameter at fault as the example's request has it, and nothing else. */
function requestWith(
  operation: Operation,
  base: Values,
  target: string,
  blamed: string,
): HttpRequest {
  const value = valueIn(operation, target, blamed);
  return requestFor(operation, { ...base, parameters: { ...base.parameters, [blamed]: value } });
}

/** The text that an address has for a parameter; undefined if it has none. */
export function valueIn(operation: Operation, target: string, name: string): string | undefined {
  const [path = "", query = ""] = target.split("?");
  const index = operation.path.split("/").indexOf(`{${name}}`);
  const text = new URLSearchParams(query).get(name) ?? path.split("/")[index];
  return text === undefined ? text : decodeURIComponent(text);
}

/** Whether a schema tells that an address is wrong, or the one parameter of it that is blamed. */
function isRefused(
  operation: Operation,
  target: string,
  blamed: string | undefined,
  validator: Validator,
): boolean {
  const { spec, parameters } = operation;
  return parameters.some(({ name, schema }) => {
    const value = valueIn(operation, target, name);
    const isMeant = value !== undefined && (blamed ?? name) === name;
    return isMeant && validator.faults(schema, asRead(spec, schema, value)).length > 0;
  });
}
