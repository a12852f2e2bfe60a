import { prefer } from "@chainkit/openapi";
import type { Media, Operation, Response } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { accepted, responsesRule, successOf } from "./expect.ts";
import { requestFor, type Setting, type Values } from "./values.ts";

/** Cases from the examples of the contract, or from calls that are known to succeed at the target. */
export function exampleCases(
  operation: Operation,
  setting: Setting,
  all: readonly Values[],
): Case[] {
  const status = successOf(operation);
  const rule = responsesRule(operation, status);
  return all.flatMap((values): Case[] => {
    const name = values.name || "example";
    const because = "the request is an example of the contract";
    const request = requestFor(operation, values);
    const expect = accepted(operation, setting, values, because, rule);
    const example = setting.isPrism ? exampleBody(operation, status, values.name) : {};
    const one: Case = {
      operation,
      kind: "example",
      name,
      request,
      expect: { ...expect, ...example },
      needs: ["harmless"],
      valid: true,
    };
    if (values.exists) {
      return [one];
    }
    // Without known values, only the form of the response can be checked; the report states that.
    return [
      one,
      {
        ...one,
        name: "succeeds",
        expect: { ...expect, statuses: [status] },
        needs: ["known", "harmless"],
      },
    ];
  });
}

/** Returns the example that a mock must return. */
function exampleBody(operation: Operation, status: string, name: string): { body?: unknown } {
  const response = operation.responses.find((each) => each.status === status);
  const examples = readable(response)?.examples ?? new Map<string, unknown>();
  const named = examples.get(name) ?? [...examples.values()][0];
  return named === undefined ? {} : { body: named };
}

/** The media type of a response that is asked for first, if its bodies can be compared with examples. */
function readable(response: Response | undefined): Media | undefined {
  const [first] = [...(response?.media ?? [])].sort((a, b) => Number(b.isJson) - Number(a.isJson));
  return first?.isJson || first?.type.startsWith("text/") ? first : undefined;
}

/** Cases for every documented status and example, requested with `Prefer`. */
export function preferredCases(operation: Operation, base: Values): Case[] {
  const plain = requestFor(operation, base);
  const cases: Case[] = [];
  for (const response of operation.responses) {
    const { status, node } = response;
    // An interim response is followed by another one.
    if (status === "default" || status.startsWith("1")) {
      continue;
    }
    const examples = [...(readable(response)?.examples ?? [])];
    const all: [string, unknown][] = examples.length > 0 ? examples : [["", undefined]];
    for (const [name, body] of all) {
      const code = Number(status.replace("XX", "00"));
      const preferred = prefer({ status: code, ...(name && { example: name }) });
      cases.push({
        operation,
        kind: "preferred",
        name: name === "" ? status : `${status} ${name}`,
        request: { ...plain, headers: { ...plain.headers, ...preferred } },
        expect: {
          statuses: [status],
          because: "the request prefers it",
          rule: { part: node },
          ...(body === undefined ? {} : { body }),
        },
        needs: ["prefer"],
        valid: true,
      });
    }
  }
  return cases;
}
