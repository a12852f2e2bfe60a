import { expect, test } from "vitest";
import type { Finding } from "../src/judge/finding.ts";
import { disagreements } from "../src/judge/prism-agreement.ts";

const finding = (kind: Finding["kind"], more: object = {}) =>
  ({ kind, status: 200, expected: "", actual: "y", rule: { document: "x" }, ...more }) as Finding;
const schema = finding("schema");
const header = finding("header");

/** A violation that Prism tells of a side of the exchange. */
const of = (side: string, severity = "Error") => ({
  ...{ location: [side, "body"], severity, message: "is wrong" },
});
const told = (side: string) => ({ side, theirs: [`${side}.body: is wrong`] });
const missed = (side: string, ours?: Finding) => ({ side, ...(ours && { ours }), theirs: [] });

const answer = (violations: object[]) => ({
  ...{ status: 200, body: Buffer.alloc(0) },
  headers: violations.length === 0 ? {} : { "sl-violations": JSON.stringify(violations) },
});

test.each<[string, Finding[], object[], boolean | undefined, object[]]>([
  ["both content", [], [], true, []],
  ["both see the answer's fault", [schema], [of("response")], true, []],
  ["both see the request's fault", [], [of("request")], false, []],
  ["only Prism sees a fault in the answer", [], [of("response")], true, [told("response")]],
  ["only Prism hints at one", [], [of("response", "Hint")], true, []],
  ["a status is none", [finding("status")], [of("response")], true, [told("response")]],
  ["a type is none", [finding("content-type")], [of("response")], true, [told("response")]],
  ["only the judge sees a fault in the answer", [schema], [], true, [missed("response", schema)]],
  ["only the judge sees a header", [header], [], true, [missed("response", header)]],
  ["only the judge misses one", [finding("header", { actual: undefined })], [], true, []],
  ["only the judge knows the example", [finding("example")], [], true, []],
  ["only Prism sees a fault in the request", [], [of("request")], true, [told("request")]],
  ["only the judge sees a fault in the request", [], [], false, [missed("request")]],
  ["Prism sees a fault in a request that may have one", [], [of("request")], undefined, []],
])("%s", (_, findings, violations, valid, expected) => {
  const found = disagreements({ findings, notes: [], status: "200" }, answer(violations), valid);
  const rule = { document: "Prism's sl-violations" };
  expect(found).toEqual(expected.map((each) => ({ kind: "disagreement", ...each, rule })));
});

test("of a status that is not documented, nothing is missed", () => {
  const verdict = { findings: [], notes: [] };
  expect(disagreements(verdict, answer([of("response")]), false)).toEqual([]);
});
