import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { type Item, sharesOf } from "../src/coverage.ts";
import type { Report } from "../src/index.ts";
import type { Finding } from "../src/judge/finding.ts";
import { causesOf } from "../src/report/causes.ts";
import { githubAnnotations } from "../src/report/github.ts";
import { junit } from "../src/report/junit.ts";
import { failureText, reportText } from "../src/report/text.ts";
import type { Result } from "../src/results.ts";

const rule = { document: "spec/a,b.yaml", line: 7 };
const finding = (expected: string, more: object = {}): Finding => ({
  ...{ kind: "invariant", expected, actual: '<b> & "c"\n100%', basis: "as stated", rule },
  ...more,
});
const base = {
  area: "things",
  operation: "getThing",
  kind: "invariant",
  notes: [],
  ms: 1500,
} as const;
const passed: Result = { ...base, name: "one", outcome: "passed" };
// Control characters have no form in XML.
const reason = "no <token>\u0001\t\u{1f600}";
const skipped: Result = { ...base, name: "two", outcome: "not applicable", reason };
const failed: Result = {
  ...{ ...base, name: "three", outcome: "failed" },
  failure: {
    request: "curl -i",
    findings: [
      finding("1"),
      finding("2", { request: "curl -2" }),
      finding("3", { request: "curl -i" }),
    ],
    omitted: 4,
  },
};
const operations = [{ operation: "getThing", statuses: [], constraints: [], invariants: [] }];
const lists = { missing: [], untried: [], unchecked: [], partial: [] };
const coverage = { ...sharesOf(operations), operations, ...lists };
const report = (more: Partial<Report>): Report => ({
  ...{ target: "http://localhost", seed: 3, verdict: "kept", reasons: [], omitted: [] },
  ...{ exitCode: 0, ok: true, results: [passed], ms: 61_234, coverage },
  ...more,
});
const textOf = (more: Partial<Report>) => stripVTControlCharacters(reportText(report(more), false));

test("the catalogue of reports: JUnit, annotations of GitHub, failures and verdicts", async () => {
  const own = { ...coverage, missing: ["getThing: 404"], unchecked: ["a"], partial: ["b"] };
  const results = [passed, skipped, failed];
  const reasons = ["no & token", "50%\r"];
  const ruleless = [finding("x", { rule: { document: "RFC" } })];
  const four = { ...failed, name: "four", failure: { request: "curl", findings: ruleless } };
  const waived = [finding("1", { waiver: "name-format" })];
  const broken = { ...failed, failure: { request: "curl", findings: waived } };
  const annotations = (verdict: Report["verdict"]) =>
    githubAnnotations(report({ results: [failed, four], verdict, reasons }));
  const shown = {
    "JUnit, what was not tried and could not be tested": junit(
      report({ results, coverage: own, exitCode: 2, reasons }),
    ),
    "JUnit, nothing but reasons, with exit code 1": junit(
      report({ results: [], exitCode: 1, reasons }),
    ),
    "GitHub, untested": annotations("untested"),
    "GitHub, partial": annotations("partial"),
    "a failure": stripVTControlCharacters(failureText(failed)),
    kept: textOf({}),
    "kept, with parts left out": textOf({ omitted: ["a", "b"] }),
    "kept, with a status that is missing": textOf({ coverage: { ...coverage, missing: ["x"] } }),
    broken: textOf({ verdict: "broken", results: [failed] }),
    "broken where a waiver allows it": textOf({ verdict: "broken", results: [broken] }),
    partial: textOf({ verdict: "partial", reasons: ["a", "b"] }),
    untested: textOf({ verdict: "untested", reasons: ["a", "b"] }),
    "untested, without results": textOf({ verdict: "untested", reasons: ["a"], results: [] }),
  };
  const lines = Object.entries(shown).map(([what, text]) => `--- ${what}\n${text.trimEnd()}\n`);
  await expect(lines.join("\n")).toMatchFileSnapshot("catalogue/reports.txt");
});

test("a report has the verdict, each cause once, and what was not tried; a verbose one all of them", async () => {
  const of = (name: string, outcome: Result["outcome"], more: object = {}): Result => ({
    ...{ ...base, kind: "negative", ms: 5, name, outcome },
    ...more,
  });
  const status = (actual: number) =>
    finding("", {
      ...{ kind: "status", expected: ["400"], because: "the id is invalid", actual },
      ...{ documented: true, excerpt: "{}", rule: { document: "spec/things.yaml", line: 7 } },
    });
  const failing = (name: string) =>
    of(name, "failed", {
      failure: { request: `curl "$TARGET"'/things/${name}'`, findings: [status(200)] },
    });
  const reason = "no existing values are known for getThing; pass --known";
  const results = [
    ...["a", "b"].map((name) => of(name, "passed")),
    ...["c", "d", "e", "f"].map(failing),
    of("g", "not applicable", { reason }),
    of("h", "passed", { waived: [{ ...status(404), waiver: "name-format" }] }),
    of("i", "passed", { notes: ["the response has the field x"] }),
  ];
  const items = (...states: Item["state"][]): Item[] =>
    states.map((state, index) => ({ name: String(200 + index), state }));
  const tried = [
    {
      operation: "getThing",
      statuses: items("covered", "missing", "not applicable"),
      constraints: items("covered"),
      invariants: items("unchecked"),
    },
  ];
  const left = { missing: ["getThing: 201"], untried: [], unchecked: ["getThing: x"] };
  const partial = ["getThing: y: the first 5 records"];
  const own = { ...sharesOf(tried), operations: tried, ...left, partial };
  const broken = report({ verdict: "broken", results, ms: 1234, coverage: own });
  const texts = [false, true].map((isVerbose) => reportText(broken, isVerbose));
  await expect(stripVTControlCharacters(texts.join("\n\n---\n\n"))).toMatchFileSnapshot(
    "catalogue/report.txt",
  );
});

test("a cause is one requirement at one place, the most frequent first", () => {
  const of = (name: string, ...findings: Finding[]): Result => ({
    ...failed,
    name,
    failure: { request: `curl ${name}`, findings },
  });
  const status = (expected: string) =>
    finding("", {
      kind: "status",
      expected: [expected],
      because: "",
      documented: true,
      excerpt: "",
    });
  const header = (name: string) => finding("", { kind: "header", name, status: 200 });
  const problem = (field: string) => finding("404", { kind: "problem", field });
  const schema = (expected: string) =>
    finding(expected, { kind: "schema", pointer: "", status: 200 });
  const results = [
    of("a", status("200"), header("one"), problem("title"), schema("x"), finding("p")),
    of("b", status("404"), header("other"), problem("status"), schema("y"), finding("p")),
    of("c", status("404"), status("404")),
  ];
  const causes = causesOf(results).map((each) => [
    each.finding.kind,
    each.request,
    each.results.map(({ name }) => name).join(""),
  ]);
  expect(causes).toEqual([
    ["schema", "curl a", "ab"],
    ["status", "curl b", "bc"],
    ["status", "curl a", "a"],
    ["header", "curl a", "a"],
    ["problem", "curl a", "a"],
    ["invariant", "curl a", "a"],
    ["header", "curl b", "b"],
    ["problem", "curl b", "b"],
    ["invariant", "curl b", "b"],
  ]);
});
