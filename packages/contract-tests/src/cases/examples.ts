import { prefer } from "@chainkit/openapi";
import { withQuery } from "../http/credential.ts";
import type { Media, Operation, Response } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { accepting, type Call, responsesRule, successOf } from "./expect.ts";
import { fromKnown, RESPONSE, requestFor, type Values } from "./values.ts";

/** Cases from the examples of the contract, or from calls that are known to succeed at the target. */
export function exampleCases(call: Call, all: readonly Values[]): Case[] {
  const { operation, setting } = call;
  const status = successOf(operation);
  return all.flatMap((values): Case[] => {
    const one = accepting(call, values, {
      kind: "example",
      name: values.name || "example",
      because: "the request is an example of the contract",
      rule: responsesRule(operation, status),
    });
    const example = setting.isPrism ? exampleBody(operation, status, values.name) : {};
    const own = { ...one, expect: { ...one.expect, ...example } };
    // Without known values, only the form of the response can be checked; the report states that.
    const expect = { ...one.expect, statuses: [status] };
    const sure: Case = { ...one, name: "succeeds", expect, needs: ["known", "harmless"] };
    return values.exists ? [own] : [own, sure];
  });
}

/**
 * Cases that every valid request allows: a query parameter that the contract does not describe, as caches and
 * trackers add them, and content codings that are accepted or not (RFC 9110, 12.5.3).
 */
export function toleranceCases(call: Call): Case[] {
  const { operation, base } = call;
  const { target, headers } = requestFor(operation, base);
  const rule = responsesRule(operation, successOf(operation));
  const tolerated = (name: string, because: string, change: Partial<Case["request"]>): Case =>
    accepting(call, base, {
      kind: "example",
      name,
      because,
      rule,
      change,
      needs: ["harmless", "state"],
    });
  const coded = (coding: string) => ({ headers: { ...headers, "accept-encoding": coding } });
  const plain = tolerated("no content coding", "the request is valid", coded("identity"));
  return [
    tolerated("an undescribed parameter", "an undescribed parameter changes nothing", {
      target: withQuery(target, "undescribed=1"),
    }),
    { ...plain, expect: { ...plain.expect, isUncoded: true } },
    tolerated("gzip", "the request is valid", coded("gzip")),
  ];
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

/** The known calls that state facts of their response, which must be in it. */
export function knownResponseCases({ operation, setting }: Call): Case[] {
  const status = successOf(operation);
  const rule = responsesRule(operation, status);
  const known = operation.safe ? (setting.known[operation.id] ?? []) : [];
  return known.flatMap(({ [RESPONSE]: includes, ...params }, index) => {
    const one = accepting({ operation, setting }, fromKnown(operation, setting, params, ""), {
      kind: "example",
      name: `known ${index + 1}: stated facts`,
      because: "the known value exists",
      rule,
      needs: [],
    });
    return includes === undefined ? [] : { ...one, expect: { ...one.expect, includes } };
  });
}

/** Cases for every documented status and example, requested with `Prefer`. */
export function preferredCases({ operation, base }: Call): Case[] {
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
