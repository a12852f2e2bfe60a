import { expect, test } from "vitest";
import type { Context } from "../src/context.ts";
import {
  type CoveredCase,
  constraintItem,
  invariantItem,
  statusItem,
  untried,
  waiversByStatus,
} from "../src/coverage.ts";
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
    target: { isPrism: false, known: {}, ...target },
    seen: new Set(seen),
    busy: new Map(busy),
  }) as unknown as Context;
const result = (outcome: Result["outcome"], more: object = {}): Result => ({
  ...{ area: "shop", operation: "getItem", kind: "invariant", name: "one", notes: [], ms: 0 },
  ...{ outcome, ...more },
});
const skipped = (reason: string) => result("not applicable", { reason });

/** What an invariant came to, and against what it ran. */
const INVARIANTS: Readonly<Record<string, readonly [Result | undefined, object?]>> = {
  "it never ran": [undefined],
  "it ran": [result("passed")],
  "it failed": [result("failed")],
  "in part": [result("passed", { extent: "10" })],
  "it lacked a token": [skipped("t")],
  "nothing to compare": [result("not applicable", { isUnchecked: true })],
  "a mock has none": [result("not applicable", { isUnchecked: true }), { isPrism: true }],
};

/** A constraint, and what its cases came to, of the constraint `a: …`. */
const CONSTRAINTS: Readonly<Record<string, readonly [string, Partial<Record<Side, Result>>]>> = {
  "both sides": ["a: minimum", { accepts: result("passed"), refuses: result("failed") }],
  "one side": ["a: minimum", { refuses: result("passed") }],
  "the other side": ["a: minimum", { accepts: result("passed") }],
  "no side, where there is no edge": ["a: type", { accepts: result("passed") }],
  "one side, where there is no edge": ["a: type", { refuses: result("passed") }],
  "one side not applicable": ["a: minimum", { accepts: skipped("t"), refuses: result("passed") }],
  "one side only, not applicable": ["a: minimum", { accepts: skipped("t") }],
  "another constraint": ["b: minimum", { accepts: result("passed"), refuses: result("passed") }],
};
type Side = "accepts" | "refuses";

const known = { known: { getItem: [{ id: 1 }], createItem: [{}] }, token: "t" };
const withoutToken = { known: known.known };

/** An operation, what is known of its target, and what it responded with. */
const OPERATIONS: Readonly<Record<string, readonly [typeof read, object, ...string[]]>> = {
  "it succeeded": [read, known, "getItem 200"],
  "it failed": [read, known, "getItem 404"],
  "another one did": [read, known, "getLatest 200"],
  "nothing known": [read, {}, "getItem 200"],
  "a change without known values": [create, { token: "t" }, "createItem 201"],
  "a change without a token": [create, withoutToken],
};

/** An operation, a status of it, what is known of its target, and a waiver. */
const STATUSES: Readonly<Record<string, readonly [typeof read, string, object, string?]>> = {
  seen: [read, "200", known],
  "not seen": [read, "404", known],
  waived: [read, "404", known, "w"],
  "nothing known": [read, "404", { token: "t" }],
  "no token needed": [read, "404", withoutToken],
  "no token": [create, "409", withoutToken],
  "a fault": [read, "500", known],
  overload: [read, "429", known],
  "overload of a mock": [read, "429", { ...known, isPrism: true }],
};

function constraint(key: string, outcomes: Partial<Record<Side, Result>>, untestable?: string) {
  const ran = new Map<string, Result>();
  const cases = (["accepts", "refuses"] as const).map((side): CoveredCase => {
    const { [side]: outcome } = outcomes;
    if (outcome) {
      ran.set(`getItem / negative / ${side}`, outcome);
    }
    const covers = { constraint: key.replace("b:", "a:"), side };
    return { operation: "getItem", kind: "negative", name: side, covers };
  });
  return constraintItem({ key, ...(untestable && { untestable }) }, cases, ran);
}

test("the catalogue of coverage", async () => {
  const lines: string[] = [];
  const show = (what: string, item: unknown) => lines.push(`${what}: ${JSON.stringify(item)}\n`);
  for (const [what, [ran, target = {}]] of Object.entries(INVARIANTS)) {
    const results = new Map(ran && [["getItem / invariant / one", ran]]);
    show(`invariant, ${what}`, invariantItem(contextOf(target), read, "one", results));
  }
  for (const [what, [key, outcomes]] of Object.entries(CONSTRAINTS)) {
    show(`constraint, ${what}`, constraint(key, outcomes));
    show(`constraint, ${what}, untestable`, constraint(key, outcomes, "no"));
  }
  for (const [what, [operation, target, ...seen]] of Object.entries(OPERATIONS)) {
    show(`untried, ${what}`, untried(contextOf(target, seen), operation));
  }
  const busy = contextOf(known, ["getItem 200"], [["getItem", "busy"]]);
  show("untried, it was busy", untried(busy, read));
  for (const [what, [operation, status, target, waiver]] of Object.entries(STATUSES)) {
    const context = contextOf(target, ["getItem 200"]);
    show(`status, ${what}`, statusItem(context, operation, status, waiver));
  }
  await expect(lines.join("")).toMatchFileSnapshot("catalogue/coverage.txt");
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
