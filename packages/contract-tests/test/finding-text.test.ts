import { expect, test } from "vitest";
import { excerpt, type Fault, locationText } from "../src/judge/finding.ts";
import { differenceFrom } from "../src/judge/includes.ts";
import { findingText } from "../src/report/finding-text.ts";

const status = { kind: "status", expected: ["200", "404"], because: "it exists" } as const;
const problem = { kind: "problem", expected: "404", actual: "400" } as const;
const header = { kind: "header", name: "ETag", status: 200 } as const;
const schema = { kind: "schema", pointer: "/block/0/hash", expected: "must be text" } as const;
const both = { kind: "disagreement", side: "response" } as const;
const body = { kind: "unexpected-body", status: 204, actual: "{}" } as const;

test.each<[Fault, about: string, expected: string, actual: string]>([
  [
    { ...status, actual: 500, documented: true, excerpt: "" },
    "status",
    "200 or 404, because it exists",
    "500",
  ],
  [
    { ...status, actual: 500, documented: true, excerpt: "{}" },
    "status",
    "200 or 404, because it exists",
    "500: {}",
  ],
  [
    { ...status, actual: 302, documented: false, excerpt: "", redirect: "/x" },
    "status",
    "200 or 404, because it exists",
    "302 to /x",
  ],
  [
    { ...status, actual: 302, documented: false, excerpt: "moved", redirect: "/x" },
    "status",
    "200 or 404, because it exists",
    "302 to /x: moved",
  ],
  [
    { ...status, kind: "no-response", reason: "timeout" },
    "status",
    "200 or 404, because it exists",
    "no response: timeout",
  ],
  [
    { kind: "flaky" },
    "status",
    "the same response to the same request",
    "a failure the first time only",
  ],
  [
    { kind: "content-type", status: 200, expected: ["a/b", "c/d"], actual: "text/html" },
    "content type",
    "a/b or c/d with 200",
    "text/html",
  ],
  [
    { kind: "content-type", status: 200, expected: ["a/b"] },
    "content type",
    "a/b with 200",
    "no Content-Type",
  ],
  [{ kind: "coding", status: 200, expected: "gzip", actual: "plain" }, "header", "gzip", "plain"],
  [body, "body", "no body with 204", "{}"],
  [
    { kind: "not-json", status: 200, reason: "BOM", actual: "x" },
    "body",
    "JSON in UTF-8",
    "BOM: x",
  ],
  [{ ...schema, status: 200, actual: "5" }, "body", "body.block.0.hash must be text", "5"],
  [{ ...schema, status: 399, actual: "5" }, "body", "body.block.0.hash must be text", "5"],
  [
    { ...schema, status: 400, actual: "5" },
    "body",
    "body.block.0.hash must be text (status 400)",
    "5",
  ],
  [{ kind: "example", expected: "one", actual: "{}" }, "body", "the example one", "{}"],
  [
    { kind: "facts", place: "body.x", expected: "1", actual: "2" },
    "body",
    "body.x as the known values state: 1",
    "2",
  ],
  [
    { ...problem, field: "status" },
    "body",
    "body.status is the status of the response, 404 (RFC 9457, 3.1.2)",
    "400",
  ],
  [
    { ...problem, field: "title" },
    "body",
    "body.title is the same for every problem of this type: 404",
    "400",
  ],
  [header, "header", "the header ETag", "header missing"],
  [
    { ...header, expected: "must be text", actual: "5" },
    "header",
    "the header ETag must be text",
    "5",
  ],
  [
    { ...header, isOfHttp: true },
    "header",
    "the header ETag, which HTTP requires with 200",
    "header missing",
  ],
  [
    { kind: "error-parameter", parameter: "limit", actual: "[]" },
    "errors",
    "body.errors names the invalid parameter limit",
    "[]",
  ],
  [
    { ...both, theirs: ["one", "other"] },
    "validator disagreement",
    "no violation in the response, as by this validator",
    "one; other",
  ],
  [
    { ...both, theirs: [] },
    "validator disagreement",
    "a violation in the response, as by this validator",
    "nothing",
  ],
  [
    { ...both, theirs: [], ours: body },
    "validator disagreement",
    "a violation in the response, as by this validator: no body with 204",
    "nothing",
  ],
  [{ kind: "invariant", expected: "a", actual: "b", basis: "c" }, "invariant", "a", "b"],
])("%j is %s: %s, but %s", (fault, about, expected, actual) => {
  const rule = { document: "spec/x.yaml", line: 7 };
  const basis = fault.kind === "invariant" ? { basis: "c" } : {};
  const text = findingText({ ...fault, rule });
  expect(text).toEqual({ about, expected, actual, rule: "spec/x.yaml:7", ...basis });
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
