import { expect, test } from "vitest";
import type { Case } from "../src/cases/case.ts";
import type { Context } from "../src/context.ts";
import {
  constraintItem,
  invariantItem,
  statusItem,
  untried,
  waiversByStatus,
} from "../src/coverage/items.ts";
import type { Result } from "../src/results.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";
import { shopDocument } from "./cases/shop.ts";

const operations = operationsOf(createSpec("shop", shopDocument));
const [read, , , create] = operations;
if (!read || !create) {
  throw new Error("the document has other operations");
}

const contextOf = (target: object, seen: string[] = [], busy: [string, string][] = []) =>
  ({
    target: { isPrism: false, servesExamples: false, known: {}, ...target },
    seen: new Set(seen),
    busy: new Map(busy),
  }) as unknown as Context;
const result = (outcome: Result["outcome"], more: object = {}): Result => ({
  ...{ area: "shop", operation: "getItem", kind: "invariant", name: "one", notes: [], ms: 0 },
  ...{ outcome, ...more },
});
const skipped = (reason: string) => result("not applicable", { reason });

test.each<[string, Result | undefined, object, object]>([
  ["it never ran", undefined, {}, { state: "missing" }],
  ["it ran", result("passed"), {}, { state: "covered" }],
  ["it failed", result("failed"), {}, { state: "covered" }],
  ["in part", result("passed", { extent: "10" }), {}, { state: "covered", extent: "10" }],
  ["it lacked a token", skipped("t"), {}, { state: "not applicable", reason: "t" }],
  [
    "nothing to compare",
    result("not applicable", { isUnchecked: true }),
    {},
    { state: "unchecked", reason: "" },
  ],
  [
    "a mock has none",
    result("not applicable", { isUnchecked: true }),
    { isPrism: true },
    { state: "not applicable", reason: "" },
  ],
])("an invariant is covered: %s", (_, ran, target, expected) => {
  const results = new Map(ran && [["getItem / invariant / one", ran]]);
  const item = invariantItem(contextOf(target), read, "one", results);
  expect(item).toEqual({ name: "one", ...expected });
});

const covering = (constraint: string, side: "accepts" | "refuses") =>
  ({
    operation: read,
    kind: "negative",
    name: side,
    covers: { constraint, side },
  }) as unknown as Case;

test.each<[string, string, Partial<Record<string, Result>>, object]>([
  [
    "both sides",
    "a: minimum",
    { accepts: result("passed"), refuses: result("failed") },
    { state: "covered" },
  ],
  ["one side", "a: minimum", { refuses: result("passed") }, { state: "missing" }],
  ["the other side", "a: minimum", { accepts: result("passed") }, { state: "missing" }],
  [
    "no side, where there is no edge",
    "a: type",
    { accepts: result("passed") },
    { state: "missing" },
  ],
  [
    "one side, where there is no edge",
    "a: type",
    { refuses: result("passed") },
    { state: "covered" },
  ],
  [
    "one side not applicable",
    "a: minimum",
    { accepts: skipped("t"), refuses: result("passed") },
    { state: "not applicable", reason: "t" },
  ],
  ["one side only, not applicable", "a: minimum", { accepts: skipped("t") }, { state: "missing" }],
  [
    "another constraint",
    "b: minimum",
    { accepts: result("passed"), refuses: result("passed") },
    { state: "missing" },
  ],
])("a constraint is covered: %s", (_, key, outcomes, expected) => {
  const constraint = key.replace("b:", "a:");
  const cases = (["accepts", "refuses"] as const).map((side) => covering(constraint, side));
  const ran = new Map(
    Object.entries(outcomes).flatMap(([side, one]) =>
      one ? [[`getItem / negative / ${side}`, one]] : [],
    ),
  );
  expect(constraintItem({ key }, cases, ran)).toEqual({ name: key, ...expected });
  const untestable = constraintItem({ key, untestable: "no" }, cases, ran);
  expect(untestable).toEqual({ name: key, state: "not applicable", reason: "no" });
});

const known = { known: { getItem: [{ id: 1 }], createItem: [{}] }, token: "t" };

test.each<[string, typeof read, object, string[], [string, string][], string[]]>([
  ["it succeeded", read, known, ["getItem 200"], [], []],
  ["it failed", read, known, ["getItem 404"], [], ["getItem: it never succeeded"]],
  ["another one did", read, known, ["getLatest 200"], [], ["getItem: it never succeeded"]],
  ["it was busy", read, known, ["getItem 200"], [["getItem", "busy"]], ["getItem: busy"]],
  [
    "nothing known",
    read,
    {},
    ["getItem 200"],
    [],
    ["getItem: no existing values are known for getItem; pass --known"],
  ],
  ["a change without known values", create, { token: "t" }, ["createItem 201"], [], []],
  [
    "a change without a token",
    create,
    { known: known.known },
    [],
    [],
    ["createItem: requires a token; pass --token"],
  ],
])("an operation is tried: %s", (_, operation, target, seen, busy, expected) => {
  expect(untried(contextOf(target, seen, busy), operation)).toEqual(expected);
});

test.each<[string, typeof read, string, object, string | undefined, object]>([
  ["seen", read, "200", known, undefined, { state: "covered" }],
  ["not seen", read, "404", known, undefined, { state: "missing" }],
  [
    "waived",
    read,
    "404",
    known,
    "w",
    { state: "not applicable", reason: "w allows another status" },
  ],
  [
    "nothing known",
    read,
    "404",
    { token: "t" },
    undefined,
    { state: "not applicable", reason: expect.stringContaining("--known") },
  ],
  ["no token needed", read, "404", { known: known.known }, undefined, { state: "missing" }],
  [
    "no token",
    create,
    "409",
    { known: known.known },
    undefined,
    { state: "not applicable", reason: expect.stringContaining("--token") },
  ],
  [
    "a fault",
    read,
    "500",
    known,
    undefined,
    { state: "not applicable", reason: expect.stringContaining("Prism") },
  ],
  [
    "overload",
    read,
    "429",
    known,
    undefined,
    { state: "not applicable", reason: expect.stringContaining("Prism") },
  ],
  [
    "overload of a mock",
    read,
    "429",
    { ...known, isPrism: true, servesExamples: true },
    undefined,
    { state: "missing" },
  ],
])("a status is covered: %s", (_, operation, status, target, waiver, expected) => {
  const context = contextOf(target, ["getItem 200"]);
  expect(statusItem(context, operation, status, waiver)).toEqual({ name: status, ...expected });
});

test("a status that was expected is allowed to differ by the waiver of its finding", () => {
  const finding = { kind: "status", expected: ["404", "409"], waiver: "w" };
  const waived = [finding, { ...finding, kind: "header", expected: ["500"] }];
  const results = [result("passed", { waived }), result("passed")];
  expect([...waiversByStatus(results)]).toEqual([
    ["getItem 404", "w"],
    ["getItem 409", "w"],
  ]);
});
