import type { Operation } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { refused, refusedCursor } from "./expect.ts";
import { requestFor, type Values } from "./values.ts";

/** Cases with cursors that no listing has issued. */
export function cursorCases(operation: Operation, base: Values): Case[] {
  const { pagination, parameters } = operation;
  const parameter = parameters.find(({ name }) => name === pagination?.cursorParameter);
  if (!parameter) {
    return [];
  }
  const { name, node } = parameter;
  // A number could be the offset of a page.
  return ["not-a-cursor", "!!!"].map((cursor) => ({
    operation,
    kind: "negative",
    name: `${name}: unknown (${JSON.stringify(cursor)})`,
    request: requestFor(operation, { ...base, parameters: { ...base.parameters, [name]: cursor } }),
    expect: refusedCursor(
      operation,
      base,
      refused(
        operation,
        `${cursor} is not a cursor that the listing returned`,
        { part: node },
        name,
      ),
    ),
    needs: [],
    varies: { parameter: name },
  }));
}
