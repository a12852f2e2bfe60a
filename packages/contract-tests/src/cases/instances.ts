import type { HttpRequest } from "../http/request.ts";
import { isObject, itemsOf } from "../spec/node.ts";
import type { Operation } from "../spec/operations.ts";
import type { Case, Expectation } from "./case.ts";
import { refusedCursor } from "./expect.ts";
import { requestFor, type Values } from "./values.ts";

/** A status that a caller can bring about; load and faults are not in its hands. */
const BY_REQUEST = /^(400|404|409|422)$/;

/** The requests that examples of problems name as their `instance`: each must lead to that problem. */
export function instanceCases(operation: Operation, base: Values): Case[] {
  const { path, responses, pagination } = operation;
  const cursor = pagination?.cursorParameter ?? "";
  const plain: HttpRequest = requestFor(operation, base);
  const shape = new RegExp(`^${path.replace(/\{[^}]*\}/g, "[^/?]+")}(\\?|$)`);
  return responses
    .filter(({ status }) => BY_REQUEST.test(status))
    .flatMap(({ status, media, node }) =>
      media.flatMap(({ examples }) =>
        [...examples].flatMap(([name, example]): Case[] => {
          const target = isObject(example) ? example.instance : undefined;
          if (typeof target !== "string" || !shape.test(target)) return [];
          const [first] = itemsOf(isObject(example) ? example.errors : undefined);
          const blamed = isObject(first) ? String(first.parameter) : undefined;
          const because = `the example ${name} of the contract is the answer to this request`;
          const expect: Expectation = {
            statuses: [status],
            because,
            rule: { part: node },
            ...(blamed === undefined ? {} : { blames: blamed }),
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
              // A request that no schema refuses gets a success from a mock.
              needs: status === "400" || status === "422" ? [] : ["state"],
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
  const [path = "", query = ""] = target.split("?");
  const index = operation.path.split("/").indexOf(`{${blamed}}`);
  const text = new URLSearchParams(query).get(blamed) ?? path.split("/")[index];
  const value = text === undefined ? text : decodeURIComponent(text);
  return requestFor(operation, { ...base, parameters: { ...base.parameters, [blamed]: value } });
}
