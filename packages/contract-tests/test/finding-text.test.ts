import { expect, test } from "vitest";
import { excerpt, type Fault, locationText } from "../src/judge/finding.ts";
import { differenceFrom } from "../src/judge/leaves.ts";
import { findingText } from "../src/report/finding-text.ts";

const status = { kind: "status", expected: ["200", "404"], because: "it exists" } as const;
const problem = { kind: "problem", expected: "404", actual: "400" } as const;
const header = { kind: "header", name: "ETag", status: 200 } as const;
const schema = { kind: "schema", pointer: "/block/0/hash", expected: "must be text" } as const;
const both = { kind: "disagreement", side: "response" } as const;
const body = { kind: "unexpected-body", status: 204, actual: "{}" } as const;

const FAULTS: readonly Fault[] = [
  { ...status, actual: 500, documented: true, excerpt: "" },
  { ...status, actual: 500, documented: true, excerpt: "{}" },
  { ...status, actual: 302, documented: false, excerpt: "", redirect: "/x" },
  { ...status, actual: 302, documented: false, excerpt: "moved", redirect: "/x" },
  { ...status, kind: "no-response", reason: "timeout" },
  { kind: "flaky" },
  { kind: "content-type", status: 200, expected: ["a/b", "c/d"], actual: "text/html" },
  { kind: "content-type", status: 200, expected: ["a/b"] },
  { kind: "coding", status: 200, expected: "gzip", actual: "plain" },
  body,
  { kind: "not-json", status: 200, reason: "BOM", actual: "x" },
  { ...schema, status: 200, actual: "5" },
  { ...schema, status: 399, actual: "5" },
  { ...schema, status: 400, actual: "5" },
  { kind: "example", expected: "one", actual: "{}" },
  { kind: "facts", place: "body.x", expected: "1", actual: "2" },
  { ...problem, field: "status" },
  { ...problem, field: "title" },
  header,
  { ...header, expected: "must be text", actual: "5" },
  { ...header, isOfHttp: true },
  { kind: "error-parameter", parameter: "limit", actual: "[]" },
  { ...both, theirs: ["one", "other"] },
  { ...both, theirs: [] },
  { ...both, theirs: [], ours: body },
  { kind: "invariant", expected: "a", actual: "b", basis: "c" },
];

test("the catalogue of findings", async () => {
  const rule = { document: "spec/x.yaml", line: 7 };
  const lines = FAULTS.map((fault) => {
    const { about, expected, actual, rule: place, basis } = findingText({ ...fault, rule });
    return `${[about, expected, actual, place, ...(basis ? [basis] : [])].join(" | ")}\n`;
  });
  await expect(lines.join("")).toMatchFileSnapshot("catalogue/findings.txt");
});

test("a location without a line is its document", () => {
  expect(locationText({ document: "RFC 9110, 15.5.2" })).toBe("RFC 9110, 15.5.2");
});

test.each([
  [undefined, "nothing"],
  [null, "null"],
  ["a".repeat(298), `"${"a".repeat(298)}"`],
  ["a".repeat(299), `"${"a".repeat(299)}… (301 characters)`],
])("%j is shown as %s", (value, text) => {
  expect(excerpt(value)).toBe(text);
});

test.each([
  [{}, {}, undefined],
  [{ a: 1 }, { a: 1, b: 2 }, undefined],
  [{ a: 1 }, { a: 2 }, "body.a"],
  [{ a: 1 }, {}, "body.a"],
  [{ a: 1 }, "text", "body.a"],
  [{ a: { b: [1, 2] } }, { a: { b: [1, 2, 3] } }, undefined],
  [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, "body.a.b[1]"],
  [{ a: [1] }, { a: 1 }, "body.a[0]"],
  [{ a: 1 }, { a: "1" }, undefined],
  [{ a: "0xAB" }, { a: "0xab" }, undefined],
  [{ a: null }, { a: null }, undefined],
  [{ a: null }, { a: 0 }, "body.a"],
])("facts %j in %j: %s", (facts, value, place) => {
  expect(differenceFrom(facts, value)).toBe(place);
});
