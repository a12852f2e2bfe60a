import { type Mock, startMock } from "@chainkit/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { titleOf } from "../src/cases/case.ts";
import { Context } from "../src/context.ts";
import { coverageOf } from "../src/coverage/coverage.ts";
import { runInvariants } from "../src/invariants/run.ts";
import { coverageText } from "../src/report/coverage-text.ts";
import { failureText } from "../src/report/text.ts";
import { type Result, titleOfResult } from "../src/results.ts";
import { runCase } from "../src/run-case.ts";
import { loadSpecs } from "../src/spec/load.ts";
import { createAreaSender } from "../src/targets/senders.ts";
import { LIMITS, type Target } from "../src/targets/target.ts";
import { Waivers } from "../src/waivers/waivers.ts";

const specs = await loadSpecs();
const target = { token: "any", isPrism: true, servesExamples: true, options: {}, known: {} };
const unsent = { send: () => Promise.reject(new Error("not started")), close: () => {} };
const plan = new Context(specs, { ...target, url: "http://127.0.0.1" }, unsent);
const cases = plan.operations.flatMap((operation) => plan.casesOf(operation));

let mock: Mock;
let context: Context;
const results: Result[] = [];
beforeAll(async () => {
  mock = await startMock();
  const there: Target = { ...target, url: mock.url };
  context = new Context(specs, there, createAreaSender(there, { timeoutMs: 60_000 }));
});
afterAll(() => mock.close());

function expectKept(result: Result): void {
  results.push(result);
  expect(result.failure && failureText(result)).toBeUndefined();
  expect(result.notes).toEqual([]);
}

describe.each(plan.operations)("$id", (operation) => {
  const own = cases.filter((each) => each.operation === operation);

  test.each(own.map((each) => [titleOf(each), each] as const))("%s", async (_, each) => {
    expectKept(await runCase(context, each));
  });
});

test("the invariants that Prism can satisfy hold", async () => {
  const invariants: Result[] = [];
  await runInvariants(context, {
    seed: 1,
    waivers: new Waivers([]),
    selects: () => true,
    concurrency: 4,
    add: (result) => invariants.push(result),
    isOver: () => false,
  });
  for (const invariant of invariants) {
    expectKept(invariant);
  }
  expect(invariants.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(5);
});

test("every operation, status and constraint is covered, or declared as not applicable to Prism", () => {
  const coverage = coverageOf(context, cases, results);
  console.log(coverageText(coverage));
  expect(coverage.missing).toEqual([]);
  const reasons = new Set(results.flatMap(({ reason }) => reason ?? []));
  const declared = Object.values(LIMITS).map((limit) =>
    limit(context.target, context.operations[0] as never),
  );
  expect(declared).toEqual(expect.arrayContaining([...reasons]));
});

test("coverage is incomplete without any one of its cases", () => {
  const constraint = "limit: maximum";
  const fewer = cases.filter((each) => each.covers?.constraint !== constraint);
  const { missing } = coverageOf(context, fewer, results);
  expect(missing).toContain(`getErc20Balances: ${constraint}`);
  context.seen.delete("getBlock 404");
  expect(coverageOf(context, cases, results).missing).toContain("getBlock: 404");
});

test("cases are deterministic and have unique names", () => {
  const again = plan.operations.flatMap((operation) => plan.casesOf(operation));
  const plain = (all: typeof cases) =>
    all.map((each) => ({ title: titleOf(each), request: each.request }));
  expect(plain(again)).toEqual(plain(cases));
  expect(new Set(results.map(titleOfResult)).size).toBe(results.length);
});
