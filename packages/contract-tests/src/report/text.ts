import { styleText } from "node:util";
import { type Coverage, type Item, type Share, shareOf } from "../coverage.ts";
import type { Finding } from "../judge/finding.ts";
import type { Report } from "../report.ts";
import { type Result, titleOf } from "../results.ts";
import { type Cause, causesOf } from "./causes.ts";
import { findingText } from "./finding-text.ts";

/** Maximum number of titles listed per cause. */
const MAX_TITLES = 3;

/** Formats a failure: the request, what the contract requires where, and what was received. */
export function failureText(result: Result): string {
  const { request = "", findings = [], omitted } = result.failure ?? {};
  const lines = findings.flatMap((finding) => [
    ...(finding.request === undefined || finding.request === request
      ? []
      : [`    request   ${finding.request}`]),
    ...findingLines(finding),
  ]);
  return [
    styleText("red", `✗ ${titleOf(result)}`),
    `    request   ${request}`,
    ...lines,
    ...(omitted === undefined ? [] : [`    and ${omitted} more violations`]),
  ].join("\n");
}

/**
 * Formats a report: the verdict, then what broke the contract by cause, then what was not tried.
 *
 * @param isVerbose Whether every failure, every operation and every reason is listed.
 */
export function reportText(report: Report, isVerbose: boolean): string {
  const { results, coverage, seed, target, ms } = report;
  if (results.length === 0) {
    return verdictText(report);
  }
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const summary = `${target}, seed ${seed}, ${(ms / 1000).toFixed(1)} s: ${counts(results)}`;
  const details = isVerbose
    ? [...failed.flatMap((each) => ["", failureText(each)]), "", ...tableOf(results)]
    : causesOf(results).flatMap((cause) => ["", causeText(cause)]);
  return [
    verdictText(report),
    summary,
    ...details,
    ...waivedLines(results),
    ...reasonLines(results, isVerbose),
    ...noteLines(results),
    "",
    coverageText(coverage, isVerbose),
  ].join("\n");
}

/** Formats the verdict in one line. */
function verdictText({ verdict, reasons, results, coverage, omitted }: Report): string {
  const causes = causesOf(results);
  const failures = results.filter(({ outcome }) => outcome === "failed").length;
  const listed = reasons.map((reason) => `\n  ${reason}`).join("");
  switch (verdict) {
    case "kept": {
      const isWhole = omitted.length === 0 && coverage.missing.length === 0;
      const what = `The contract is kept${isWhole ? "" : " by what was tested"}.`;
      const leftOut = omitted.length > 0 ? ` Left out: ${omitted.join("; ")}.` : "";
      return styleText("green", what + leftOut);
    }
    case "broken": {
      const count = `${causes.length} ${causes.length === 1 ? "cause" : "causes"}`;
      return styleText("red", `The contract is broken: ${failures} failed, ${count}.`);
    }
    case "partial":
      return styleText("yellow", "No violation found, but not everything was tested:") + listed;
    default:
      return styleText("red", "The contract could not be tested:") + listed;
  }
}

function causeText({ finding, request, results }: Cause): string {
  const titles = results.slice(0, MAX_TITLES).map(titleOf);
  const [first = "", ...others] = titles;
  const more = results.length - titles.length;
  return [
    styleText("red", `✗ ${first}`),
    ...others.map((title) => styleText("red", `  ${title}`)),
    ...(more > 0 ? [styleText("red", `  and ${more} more`)] : []),
    `    request   ${request}`,
    ...findingLines(finding),
    ...(finding.waiver === undefined ? [] : [`    waiver    --allow ${finding.waiver}`]),
  ].join("\n");
}

function findingLines(finding: Finding): string[] {
  const { about, expected, rule, actual, basis } = findingText(finding);
  return [
    `    expected  ${about}: ${expected}`,
    `    rule      ${rule}`,
    ...(basis === undefined ? [] : [`    basis     ${basis}`]),
    `    received  ${actual}`,
  ];
}

function tableOf(results: readonly Result[]): string[] {
  const width = Math.max(...results.map(({ operation }) => operation.length));
  const areas = [...new Set(results.map(({ area }) => area))];
  return areas.flatMap((area) => {
    const own = results.filter((result) => result.area === area);
    const operations = [...new Set(own.map(({ operation }) => operation))];
    return [
      styleText("underline", area),
      ...operations.map(
        (id) => `  ${id.padEnd(width)}  ${counts(own.filter((each) => each.operation === id))}`,
      ),
    ];
  });
}

function counts(results: readonly Result[]): string {
  const of = (outcome: Result["outcome"]) =>
    results.filter((each) => each.outcome === outcome).length;
  const failed = of("failed");
  const failures = `${String(failed).padStart(3)} failed`;
  return `${String(of("passed")).padStart(4)} passed  ${failed > 0 ? styleText("red", failures) : failures}  ${String(of("not applicable")).padStart(3)} not applicable`;
}

function waivedLines(results: readonly Result[]): string[] {
  const waived = results.flatMap(({ waived: own = [] }) => own);
  const byWaiver = Map.groupBy(waived, ({ waiver }) => waiver ?? "");
  if (byWaiver.size === 0) {
    return [];
  }
  const lines = [...byWaiver].map(([waiver, own]) => `  ${waiver}: ${own.length}`);
  return ["", "Allowed deviations", ...lines];
}

function reasonLines(results: readonly Result[], isVerbose: boolean): string[] {
  const byReason = Map.groupBy(
    results.filter(({ outcome }) => outcome === "not applicable"),
    ({ reason }) => reason ?? "",
  );
  if (byReason.size === 0) {
    return [];
  }
  const lines = [...byReason].flatMap(([reason, those]) => {
    const titles = [...new Set(those.map(({ kind, name }) => `${kind}: ${name}`))];
    return isVerbose
      ? [`  ${reason}`, ...titles.map((title) => `    ${title}`)]
      : [`  ${String(those.length).padStart(4)}  ${reason}`];
  });
  return ["", "Not applicable", ...lines];
}

function noteLines(results: readonly Result[]): string[] {
  const notes = results.flatMap(({ operation, notes: own }) =>
    own.map((note) => `  ${operation}: ${note}`),
  );
  return notes.length > 0 ? ["", "Notes", ...new Set(notes)] : [];
}

/** Formats the coverage: what was tested of all that is applicable. */
function coverageText(coverage: Coverage, isVerbose: boolean): string {
  const { operations, missing, unchecked, partial, percent } = coverage;
  const width = Math.max(...operations.map(({ operation }) => operation.length), 9);
  const rows = operations.map(
    ({ operation, statuses, constraints, invariants }) =>
      `  ${operation.padEnd(width)}  ${column(statuses)}  ${column(constraints)}    ${column(invariants)}   ${statuses.map(statusMark).join(" ")}`,
  );
  const kinds = (["statuses", "constraints", "invariants"] as const).map(
    (kind) => `${kind} ${ratio(coverage[kind])}`,
  );
  const header = `  ${"operation".padEnd(width)}  statuses  constraints  invariants   (not applicable: in parentheses)`;
  const hidden =
    unchecked.length === 0 ? [] : [`${unchecked.length} invariants, listed with --verbose`];
  return [
    `Coverage ${percent} % of what is applicable: ${kinds.join(", ")}`,
    ...(isVerbose ? [header, ...rows] : []),
    ...missing.map((each) => styleText("red", `  not tried: ${each}`)),
    ...(isVerbose ? unchecked : hidden).map((each) => `  not compared: ${each}`),
    ...partial.map((each) => `  compared in part: ${each}`),
  ].join("\n");
}

function ratio({ covered, applicable }: Share): string {
  return `${covered}/${applicable}`;
}

function column(items: readonly Item[]): string {
  return ratio(shareOf(items)).padStart(8);
}

function statusMark({ name, state }: { name: string; state: string }): string {
  return state === "covered"
    ? name
    : state === "missing"
      ? styleText("red", `${name}!`)
      : `(${name})`;
}
