import type { Coverage } from "../coverage.ts";
import type { Report } from "../report.ts";
import type { Result } from "../results.ts";
import { findingText } from "./finding-text.ts";

/** Formats the results as JUnit XML: one suite per operation. */
export function junit({ results, ms, coverage, exitCode, reasons }: Report): string {
  const byOperation = Map.groupBy(results, ({ area, operation }) => `${area}.${operation}`);
  const suites = [...byOperation].map(([name, own]) => suite(name, own.map(testcase), own));
  const missing = coverage.missing.map(
    (each) =>
      `    <testcase classname="coverage" name="${xml(each)}"><failure message="not tried"/></testcase>`,
  );
  const untested = (exitCode === 2 ? reasons : []).map(
    (reason) =>
      `    <testcase classname="preflight" name="${xml(reason)}"><failure message="could not be tested"/></testcase>`,
  );
  const all = [
    ...suites,
    ...(results.length > 0 ? [suite("coverage", missing, [], propertiesOf(coverage))] : []),
    ...(untested.length > 0 ? [suite("preflight", untested, [])] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites time="${seconds(ms)}">\n${all.join("\n")}\n</testsuites>\n`;
}

/** Formats the coverage as properties, in percent and as `tested/applicable`. */
function propertiesOf(coverage: Coverage): string[] {
  const shares = (["statuses", "constraints", "invariants"] as const).map((kind) => {
    const { covered, applicable } = coverage[kind];
    return [kind, `${covered}/${applicable}`];
  });
  const properties = [
    ["percent", String(coverage.percent)],
    ...shares,
    ...coverage.unchecked.map((each) => ["not compared", each]),
    ...coverage.partial.map((each) => ["compared in part", each]),
  ].map(([name = "", value = ""]) => `      <property name="${name}" value="${xml(value)}"/>`);
  return ["    <properties>", ...properties, "    </properties>"];
}

function suite(
  name: string,
  cases: readonly string[],
  results: readonly Result[],
  properties: readonly string[] = [],
): string {
  const of = (outcome: Result["outcome"]) =>
    results.filter((each) => each.outcome === outcome).length;
  const failures = results.length > 0 ? of("failed") : cases.length;
  const head = `name="${xml(name)}" tests="${cases.length}" failures="${failures}" skipped="${of("not applicable")}"`;
  return [`  <testsuite ${head}>`, ...properties, ...cases, "  </testsuite>"].join("\n");
}

function testcase({
  area,
  operation,
  kind,
  name,
  outcome,
  reason = "",
  failure,
  ms,
}: Result): string {
  const head = `    <testcase classname="${xml(`${area}.${operation}`)}" name="${xml(`${kind} / ${name}`)}" time="${seconds(ms)}"`;
  if (outcome === "passed") {
    return `${head}/>`;
  }
  if (outcome === "not applicable") {
    return `${head}><skipped message="${xml(reason)}"/></testcase>`;
  }
  const findings = failure?.findings ?? [];
  const text = findings.map((each) => {
    const { rule, expected, actual } = findingText(each);
    return `${rule}: expected ${expected}; received ${actual}`;
  });
  const lines = findings.flatMap((each, index) => [
    ...(each.request && each.request !== failure?.request ? [each.request] : []),
    text[index],
  ]);
  const more = failure?.omitted === undefined ? [] : [`and ${failure.omitted} more violations`];
  const body = xml([failure?.request, ...lines, ...more].join("\n"));
  return `${head}><failure message="${xml(text[0] ?? "")}">${body}</failure></testcase>`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Text that XML can hold: control characters have no form in it. */
function xml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "")
    .replace(/\n/g, "&#10;");
}
