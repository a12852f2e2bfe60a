import { isObject, itemsOf } from "@chainkit/openapi";
import { BY_REQUEST, valueIn } from "../../src/cases/instances.ts";
import type { Operation } from "../../src/spec/operations.ts";
import type { Call } from "./answers.ts";
import type { Reason } from "./form.ts";

/** A problem that an example of the contract says is the answer to a request. */
interface Shown {
  readonly status: number;
  readonly reasons: readonly Reason[];
}

/** The problem that belongs to this request by the contract's examples, which no schema tells of. */
export function problemShown(operation: Operation, call: Call): Shown | undefined {
  // Where there is a body, the address alone is not the request.
  if (operation.body) {
    return undefined;
  }
  for (const { status, media } of operation.responses) {
    if (!BY_REQUEST.test(status)) {
      continue;
    }
    for (const example of media.flatMap(({ examples }) => [...examples.values()])) {
      if (!isObject(example) || typeof example.instance !== "string") {
        continue;
      }
      const reasons = itemsOf(example.errors)
        .filter(isObject)
        .map((each) => ({ name: String(each.parameter), reason: String(each.reason) }));
      if (isAbout(operation, call, example.instance, reasons[0]?.name)) {
        return { status: Number(status), reasons };
      }
    }
  }
  return undefined;
}

/** Whether a request is the one that an address stands for, or has the value at fault in it. */
function isAbout(
  operation: Operation,
  { path, query, parameters }: Call,
  instance: string,
  blamed: string | undefined,
): boolean {
  if (blamed !== undefined) {
    const wrong = valueIn(operation, instance, blamed);
    return wrong !== undefined && wrong === (query.get(blamed) ?? parameters[blamed]);
  }
  return instance === (query.size > 0 ? `${path}?${query}` : path);
}
