import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { sharesOf } from "../src/coverage/coverage.ts";
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
const skipped: Result = { ...base, name: "two", outcome: "not applicable", reason: "no <token>" };
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
const textOf = (more: Partial<Report>, isVerbose = false) =>
  stripVTControlCharacters(reportText(report(more), isVerbose));

test("JUnit has a case for each result, and what was not tried or could not be tested", () => {
  const own = { ...coverage, missing: ["getThing: 404"], unchecked: ["a"], partial: ["b"] };
  const xml = junit(
    report({
      results: [passed, skipped, failed],
      coverage: own,
      exitCode: 2,
      reasons: ["no & token"],
    }),
  );
  expect(xml.split("\n")).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites time="61.234">',
    '  <testsuite name="things.getThing" tests="3" failures="1" skipped="1">',
    '    <testcase classname="things.getThing" name="invariant / one" time="1.500"/>',
    '    <testcase classname="things.getThing" name="invariant / two" time="1.500"><skipped message="no &lt;token&gt;"/></testcase>',
    `    <testcase classname="things.getThing" name="invariant / three" time="1.500"><failure message="${shown("1")}">curl -i&#10;${shown("1")}&#10;curl -2&#10;${shown("2")}&#10;${shown("3")}&#10;and 4 more violations</failure></testcase>`,
    "  </testsuite>",
    '  <testsuite name="coverage" tests="1" failures="1" skipped="0">',
    "    <properties>",
    `      <property name="percent" value="${coverage.percent}"/>`,
    '      <property name="statuses" value="0/0"/>',
    '      <property name="constraints" value="0/0"/>',
    '      <property name="invariants" value="0/0"/>',
    '      <property name="not compared" value="a"/>',
    '      <property name="compared in part" value="b"/>',
    "    </properties>",
    '    <testcase classname="coverage" name="getThing: 404"><failure message="not tried"/></testcase>',
    "  </testsuite>",
    '  <testsuite name="preflight" tests="1" failures="1" skipped="0">',
    '    <testcase classname="preflight" name="no &amp; token"><failure message="could not be tested"/></testcase>',
    "  </testsuite>",
    "</testsuites>",
    "",
  ]);
});

/** A violation as XML. */
function shown(expected: string): string {
  return `spec/a,b.yaml:7: expected ${expected}; received &lt;b&gt; &amp; &quot;c&quot;&#10;100%`;
}

test.each([0, 1] as const)(
  "JUnit has no reasons with exit code %d, and no coverage of nothing",
  (exitCode) => {
    const xml = junit(report({ results: [], exitCode, reasons: ["no token"] }));
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites time="61.234">\n\n</testsuites>\n',
    );
  },
);

test("control characters have no form in XML", () => {
  const name = "a\u0001b\td\u{1f600}";
  expect(junit(report({ results: [{ ...passed, name }] }))).toContain("a\ufffdb\td\u{1f600}");
});

test("GitHub gets an annotation for each cause and each reason", () => {
  const other = {
    ...failed,
    name: "four",
    failure: { request: "curl", findings: [finding("x", { rule: { document: "RFC" } })] },
  };
  const text = (verdict: Report["verdict"]) =>
    githubAnnotations(report({ results: [failed, other], verdict, reasons: ["50%\r"] })).split(
      "\n",
    );
  const message = (request: string, expected: string) =>
    `expected invariant: ${expected}%0Areceived <b> & "c"%0A100%25%0A${request}`;
  const causes = [
    `::error file=spec/a%2Cb.yaml,line=7,title=getThing / invariant / three::${message("curl -i", "1")}`,
    `::error title=getThing / invariant / four::${message("curl", "x")}`,
  ];
  expect(text("untested")).toEqual([...causes, "::error::50%25%0D"]);
  expect(text("partial")).toEqual([...causes, "::warning::50%25%0D"]);
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

test("a failure has each violation, with its request if that is another one", () => {
  const lines = (expected: string) => [
    `    expected  invariant: ${expected}`,
    "    rule      spec/a,b.yaml:7",
    "    basis     as stated",
    '    received  <b> & "c"',
    "100%",
  ];
  expect(stripVTControlCharacters(failureText(failed)).split("\n")).toEqual([
    "✗ getThing / invariant / three",
    "    request   curl -i",
    ...lines("1"),
    "    request   curl -2",
    ...lines("2"),
    ...lines("3"),
    "    and 4 more violations",
  ]);
});

test.each<[Partial<Report>, string]>([
  [{}, "The contract is kept."],
  [{ omitted: ["a", "b"] }, "The contract is kept by what was tested. Left out: a; b."],
  [{ verdict: "broken", results: [failed] }, "The contract is broken: 1 failed, 1 cause."],
  [{ coverage: { ...coverage, missing: ["x"] } }, "The contract is kept by what was tested."],
  [
    { verdict: "partial", reasons: ["a", "b"] },
    "No violation found, but not everything was tested:\n  a\n  b",
  ],
  [{ verdict: "untested", reasons: ["a", "b"] }, "The contract could not be tested:\n  a\n  b"],
])("the verdict of %j", (more, verdict) => {
  expect(textOf(more).startsWith(`${verdict}\nhttp://localhost, seed 3, 61.2 s: `)).toBe(true);
  expect(textOf({ ...more, results: [] }).split("\n")[0]).not.toContain("seed");
});

test("a cause that a waiver covers names it", () => {
  const failure = { request: "curl", findings: [finding("1", { waiver: "name-format" })] };
  const text = textOf({ verdict: "broken", results: [{ ...failed, failure }] });
  expect(text).toContain("\n    waiver    --allow name-format\n");
});
