import type { Finding } from "../judge/finding.ts";
import type { Result } from "../results.ts";

/** Violations with a likely common cause: one requirement at one location of the contract. */
export interface Cause {
  /** The first of them. */
  readonly finding: Finding;
  /** The request that led to it, as a curl command. */
  readonly request: string;
  /** Failed results, in the order in which they ran. */
  readonly results: readonly Result[];
}

/** Groups the failures by cause, the most frequent first. */
export function causesOf(results: readonly Result[]): Cause[] {
  const findings = results.flatMap((result) =>
    (result.failure?.findings ?? []).map((finding) => ({ result, finding })),
  );
  const groups = Map.groupBy(findings, ({ finding, result }) =>
    JSON.stringify([finding.kind, finding.rule, requirementOf(finding, result)]),
  );
  const causes = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ finding, result }) => ({
      finding,
      request: finding.request ?? result.failure?.request ?? "",
      results: [...new Set(group.map((each) => each.result))],
    })),
  );
  return causes.sort((a, b) => b.results.length - a.results.length);
}

/** What a finding's rule demands, without concrete values. */
function requirementOf(finding: Finding, { name }: Result): unknown {
  switch (finding.kind) {
    case "status":
    case "no-response":
    case "content-type":
      return finding.expected;
    case "header":
      return finding.name;
    case "problem":
      return finding.field;
    case "invariant":
      return name;
    default:
      return undefined;
  }
}
