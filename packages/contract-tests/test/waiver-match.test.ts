import { expect, test } from "vitest";
import type { Finding } from "../src/judge/finding.ts";
import type { Cover, Waiver } from "../src/waivers.ts";
import { isCovered, type Subject, Waivers } from "../src/waivers.ts";
import { oneOperation } from "./one-operation.ts";

const securitySchemes = { token: { type: "http", scheme: "bearer" } };
const put = { operationId: "put", security: [{ token: [] }] };
const operation = oneOperation("put", "/things", put, { securitySchemes });
const rule = { document: "spec/things.yaml" };
const status: Finding = {
  ...{ kind: "status", expected: ["404"], because: "", actual: 400, documented: true },
  ...{ excerpt: "", rule },
};
const header: Finding = { kind: "header", name: "Retry-After", status: 429, rule };
const subject: Subject = {
  ...{ operation, kind: "negative" },
  varies: { parameter: "tag", place: "body", keyword: "required" },
};

test.each<[Partial<Cover>, Finding, boolean]>([
  [{}, status, true],
  [{ finding: "status" }, status, true],
  [{ finding: "header" }, status, false],
  [{ operation: "put" }, status, true],
  [{ operation: "get" }, status, false],
  [{ auth: "required" }, status, true],
  [{ auth: "none" }, status, false],
  [{ kinds: ["example", "negative"] }, status, true],
  [{ kinds: ["example"] }, status, false],
  [{ parameter: "tag" }, status, true],
  [{ parameter: "other" }, status, false],
  [{ place: "body" }, status, true],
  [{ keyword: "required" }, status, true],
  [{ keyword: "type" }, status, false],
  [{ expects: "404" }, status, true],
  [{ expects: "4XX" }, status, true],
  [{ expects: "400" }, status, false],
  [{ expects: "404" }, { ...status, expected: ["404", "400"] }, false],
  [{ expects: "429" }, header, false],
  [{ status: ["400"] }, status, true],
  [{ status: ["404", "4XX"] }, status, true],
  [{ status: ["404"] }, status, false],
  [{ status: ["429"] }, header, true],
  [{ documented: true }, status, true],
  [{ documented: false }, status, false],
  [{ documented: true }, header, false],
  [{ header: "retry-after" }, header, true],
  [{ header: "etag" }, header, false],
  [{ header: "retry-after" }, status, false],
  [{ finding: "status", operation: "get" }, status, false],
])("a waiver of %j", (cover, finding, expected) => {
  expect(isCovered(cover as Cover, subject, finding)).toBe(expected);
});

test("a finding has the waiver that is allowed, or else the first one that could be", () => {
  const of = (id: string, ...covers: Partial<Cover>[]) => ({ id, question: "", covers });
  const register = [
    of("one", { finding: "status" }),
    of("other", { operation: "get" }, { auth: "required" }),
  ];
  const apply = (...allow: string[]) =>
    new Waivers(register as Waiver[], allow).apply(subject, [status, header]);
  expect(apply()).toEqual({
    findings: [
      { ...status, waiver: "one" },
      { ...header, waiver: "other" },
    ],
    waived: [],
  });
  expect(apply("one")).toEqual({
    findings: [{ ...header, waiver: "other" }],
    waived: [{ ...status, waiver: "one" }],
  });
  expect(apply("other").waived).toEqual([
    { ...status, waiver: "other" },
    { ...header, waiver: "other" },
  ]);
  const named = { ...status, waiver: "own" };
  expect(new Waivers(register as Waiver[], ["one"]).apply(subject, [named])).toEqual({
    findings: [named],
    waived: [],
  });
  expect(() => apply("third")).toThrow('unknown waiver "third"; expected one of one, other');
});
