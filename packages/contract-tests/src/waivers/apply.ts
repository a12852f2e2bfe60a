import type { Finding } from "../judge/finding.ts";
import { type Subject, WAIVER_RULES } from "./rules.ts";

/** Findings, and those among them that were allowed. */
export interface Waived {
  readonly findings: readonly Finding[];
  readonly waived: readonly Finding[];
}

/**
 * Sorts out the findings that a waiver covers. Those of waivers that were not allowed keep its name,
 * so that a report can offer it.
 */
export function applyWaivers(
  subject: Subject,
  findings: readonly Finding[],
  allowed: ReadonlySet<string>,
): Waived {
  const named = findings.map((finding): Finding => {
    const covering =
      finding.waiver === undefined ? coveringAll(subject, finding) : [finding.waiver];
    const waiver = covering.find((id) => allowed.has(id)) ?? covering[0];
    return waiver === undefined ? finding : { ...finding, waiver };
  });
  const isWaived = ({ waiver }: Finding) => waiver !== undefined && allowed.has(waiver);
  return {
    findings: named.filter((each) => !isWaived(each)),
    waived: named.filter(isWaived),
  };
}

function coveringAll(subject: Subject, finding: Finding): string[] {
  return Object.entries(WAIVER_RULES).flatMap(([id, covers]) =>
    covers(subject, finding) ? [id] : [],
  );
}
