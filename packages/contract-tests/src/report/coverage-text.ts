import { styleText } from "node:util";
import { type Coverage, type Item, type Share, shareOf } from "../coverage.ts";

/** Formats the coverage: what was tested of all that is applicable. */
export function coverageText(coverage: Coverage, isVerbose = true): string {
  const { operations, missing, unchecked, partial, percent } = coverage;
  const width = Math.max(...operations.map(({ operation }) => operation.length), 9);
  const rows = operations.map(
    ({ operation, statuses, constraints, invariants }) =>
      `  ${operation.padEnd(width)}  ${column(statuses)}  ${column(constraints)}    ${column(invariants)}   ${statuses.map(statusMark).join(" ")}`,
  );
  const kinds = (["statuses", "constraints", "invariants"] as const).map(
    (kind) => `${kind} ${ratio(coverage[kind])}`,
  );
  const hidden = `  not compared: ${unchecked.length} invariants, listed with --verbose`;
  return [
    `Coverage ${percent} % of what is applicable: ${kinds.join(", ")}`,
    ...(isVerbose
      ? [
          `  ${"operation".padEnd(width)}  statuses  constraints  invariants   (not applicable: in parentheses)`,
          ...rows,
        ]
      : []),
    ...missing.map((each) => styleText("red", `  not tried: ${each}`)),
    ...(isVerbose ? unchecked.map((each) => `  not compared: ${each}`) : []),
    ...(!isVerbose && unchecked.length > 0 ? [hidden] : []),
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
