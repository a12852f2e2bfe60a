import type { Case } from "../cases/case.ts";
import { responsesRule, successOf } from "../cases/expect.ts";
import { fromKnown, requestFor, type Setting } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";
import { RESPONSE } from "./check.ts";

/** The known calls that state facts of their response, which must be in it. */
export function expectedResponseCases(operation: Operation, setting: Setting): Case[] {
  if (!operation.safe) {
    return [];
  }
  return (setting.known[operation.id] ?? []).flatMap((params, index): Case[] => {
    const { [RESPONSE]: includes, ...call } = params;
    if (includes === undefined) {
      return [];
    }
    const status = successOf(operation);
    return [
      {
        operation,
        kind: "example",
        name: `known ${index + 1}: stated facts`,
        request: requestFor(operation, fromKnown(operation, setting, call, "")),
        expect: {
          statuses: [status],
          because: "the known value exists",
          rule: responsesRule(operation, status),
          includes,
        },
        needs: operation.auth === "required" ? ["token"] : [],
        valid: true,
      },
    ];
  });
}
