import { styleText } from "node:util";
import type { Coverage } from "../coverage/coverage.ts";
import type { Report } from "../report.ts";
import type { Result } from "../results.ts";
import { titleOfResult } from "../results.ts";

/** Formats a failure: the request, what the contract requires where, and what was received. */
export function failureText(result: Result): string {
  const { request = "", findings = [] } = result.failure ?? {};
  const lines = findings.flatMap(({ expected, rule, actual, about }) => [
    `    expected  ${about}: ${expected}`,
    `    rule      ${rule}`,
    `    received  ${actual}`,
  ]);
  return [
    styleText("red", `✗ ${titleOfResult(result)}`),
    `    request   ${request}`,
    ...lines,
  ].join("\n");
}

/** Formats the summary: counts per operation, reasons for what is not applicable, coverage, verdict. */
export function summaryText(report: Report): string {
  const { results, coverage, seed, target, ms, ok } = report;
  const areas = [...new Set(results.map(({ area }) => area))];
  const width = Math.max(...results.map(({ operation }) => operation.length));
  const perArea = areas.flatMap((area) => {
    const own = results.filter((result) => result.area === area);
    const operations = [...new Set(own.map(({ operation }) => operation))];
    return [
      styleText("underline", area),
      ...operations.map(
        (id) => `  ${id.padEnd(width)}  ${counts(own.filter((each) => each.operation === id))}`,
      ),
      "",
    ];
  });
  const notes = [
    ...new Set(results.flatMap((each) => each.notes.map((note) => `${each.operation}: ${note}`))),
  ];
  const verdict = ok
    ? styleText("green", "The contract is kept.")
    : styleText("red", "The contract is broken.");
  return [
    "",
    ...perArea,
    ...reasonLines(results),
    ...(notes.length > 0 ? ["Notes", ...notes.map((note) => `  ${note}`), ""] : []),
    coverageText(coverage),
    "",
    `${target}, seed ${seed}, ${(ms / 1000).toFixed(1)} s: ${counts(results)}`,
    verdict,
  ].join("\n");
}

/** Statuses and constraints of each operation: tried of all that apply, and which ones are missing. */
export function coverageText({ operations, missing }: Coverage): string {
  const width = Math.max(...operations.map(({ operation }) => operation.length), 9);
  const share = (items: readonly { state: string }[]) => {
    const applicable = items.filter(({ state }) => state !== "not applicable");
    const covered = applicable.filter(({ state }) => state === "covered");
    return `${covered.length}/${applicable.length}`.padStart(8);
  };
  const rows = operations.map(
    ({ operation, statuses, constraints }) =>
      `  ${operation.padEnd(width)}  ${share(statuses)}  ${share(constraints)}   ${statuses.map(statusMark).join(" ")}`,
  );
  const applicable = operations
    .flatMap(({ statuses, constraints }) => [...statuses, ...constraints])
    .filter(({ state }) => state !== "not applicable").length;
  const percent =
    applicable === 0 ? 100 : Math.floor((100 * (applicable - missing.length)) / applicable);
  return [
    `Coverage ${percent} % of what is applicable (not applicable: in parentheses)`,
    `  ${"operation".padEnd(width)}  statuses  constraints`,
    ...rows,
    ...missing.map((each) => styleText("red", `  not tried: ${each}`)),
  ].join("\n");
}

function statusMark({ name, state }: { name: string; state: string }): string {
  return state === "covered"
    ? name
    : state === "missing"
      ? styleText("red", `${name}!`)
      : `(${name})`;
}

function counts(results: readonly Result[]): string {
  const of = (outcome: Result["outcome"]) =>
    results.filter((each) => each.outcome === outcome).length;
  const failed = of("failed");
  const failures = `${String(failed).padStart(3)} failed`;
  return `${String(of("passed")).padStart(4)} passed  ${failed > 0 ? styleText("red", failures) : failures}  ${String(of("not applicable")).padStart(3)} not applicable`;
}

function reasonLines(results: readonly Result[]): string[] {
  const byReason = Map.groupBy(
    results.filter(({ outcome }) => outcome === "not applicable"),
    ({ reason }) => reason ?? "",
  );
  if (byReason.size === 0) {
    return [];
  }
  const lines = [...byReason].flatMap(([reason, those]) => {
    const kinds = [...new Set(those.map(({ kind, name }) => `${kind}: ${name}`))];
    return [`  ${reason}`, ...kinds.map((kind) => `    ${kind}`)];
  });
  return ["Not applicable", ...lines, ""];
}
