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
  const groups = Map.groupBy(
    findings,
    ({ finding: { about, rule, expected } }) => `${about} ${rule} ${pattern(expected)}`,
  );
  return [...groups.values()]
    .flatMap((group): Cause[] => {
      const [first] = group;
      return first
        ? [
            {
              finding: first.finding,
              request: first.finding.request ?? first.result.failure?.request ?? "",
              results: [...new Set(group.map(({ result }) => result))],
            },
          ]
        : [];
    })
    .sort((a, b) => b.results.length - a.results.length);
}

/** Removes concrete values from an expectation. */
function pattern(expected: string): string {
  return expected
    .replace(/"[^"]*"|0x[0-9a-f]+|\d{4}-\d\d-\d\dT[^ ,]*|contract-\w+-\S+/gi, "…")
    .replace(/\d+/g, (digits, at: number) => (at === 0 ? digits : "…"))
    .replace(/, because .*$/, "");
}
