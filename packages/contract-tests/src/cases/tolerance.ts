import type { Operation } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { accepted, responsesRule, successOf } from "./expect.ts";
import { requestFor, type Setting, type Values } from "./values.ts";

/**
 * Cases that every valid request allows: a query parameter that the contract does not describe, as caches and
 * trackers add them, and content codings that are accepted or not (RFC 9110, 12.5.3).
 */
export function toleranceCases(operation: Operation, setting: Setting, base: Values): Case[] {
  const { target, headers, ...request } = requestFor(operation, base);
  const rule = responsesRule(operation, successOf(operation));
  const tolerated = (name: string, because: string, change: Partial<Case["request"]>): Case => ({
    operation,
    kind: "example",
    name,
    request: { ...request, target, headers, ...change },
    expect: accepted(operation, setting, base, because, rule),
    needs: ["harmless", "state"],
    valid: true,
  });
  const coded = (coding: string) => ({ headers: { ...headers, "accept-encoding": coding } });
  const plain = tolerated("no content coding", "the request is valid", coded("identity"));
  return [
    tolerated("an undescribed parameter", "an undescribed parameter changes nothing", {
      target: `${target}${target.includes("?") ? "&" : "?"}undescribed=1`,
    }),
    { ...plain, expect: { ...plain.expect, isUncoded: true } },
    tolerated("gzip", "the request is valid", coded("gzip")),
  ];
}
