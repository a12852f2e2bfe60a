import { type Operation, operationsOf } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import type { Call } from "./expect.ts";
import { requestFor } from "./values.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Cases with methods that the path does not document. */
export function methodCases({ operation, base }: Call): Case[] {
  const shape = shapeOf(operation);
  const documented = operationsOf(operation.spec).filter((each) => shapeOf(each) === shape);
  if (documented[0] !== operation) {
    return [];
  }
  const unreadable = operation.spec.unreadable.filter((each) => shapeOf(each) === shape);
  const others = METHODS.filter((method) =>
    [...documented, ...unreadable].every((each) => each.method !== method),
  );
  const { body: _, ...request } = requestFor(operation, base);
  return others.map((method) => ({
    operation,
    kind: "method",
    name: method,
    request: { ...request, method },
    expect: {
      // Servers and gateways may reject in different ways, but must reject.
      statuses: ["4XX", "501"],
      isForeign: "all",
      because: `the path supports ${documented.map((each) => each.method).join(", ")} only`,
      rule: {
        part: operation.spec.document.paths as Case["expect"]["rule"]["part"],
        key: operation.path,
      },
    },
    needs: operation.auth === "required" ? ["token"] : [],
  }));
}

/** The requests that a path takes, whatever its parameters are called: `/groups/{id}` and `/groups/{name}` are one. */
function shapeOf({ path }: Pick<Operation, "path">): string {
  return path.replace(/#.*/, "").replaceAll(/\{[^{}]*\}/g, "{}");
}
