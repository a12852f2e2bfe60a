import type { Case } from "../cases/case.ts";
import type { Finding } from "../judge/finding.ts";
import { isAmong } from "../judge/status.ts";
import type { Cover } from "./waiver.ts";

/** Case or invariant of a finding. */
export type Subject = Pick<Case, "operation" | "kind" | "varies">;

type Conditions = {
  readonly [Name in keyof Required<Cover>]: (
    wanted: NonNullable<Cover[Name]>,
    subject: Subject,
    finding: Finding,
  ) => boolean;
};

const CONDITIONS: Conditions = {
  finding: (wanted, _, { kind }) => kind === wanted,
  operation: (wanted, { operation }) => operation.id === wanted,
  auth: (wanted, { operation }) => operation.auth === wanted,
  kinds: (wanted, { kind }) => wanted.includes(kind),
  parameter: (wanted, { varies }) => varies?.parameter === wanted,
  place: (wanted, { varies }) => varies?.place === wanted,
  keyword: (wanted, { varies }) => varies?.keyword === wanted,
  expects: (wanted, _, finding) =>
    finding.kind === "status" &&
    finding.expected.every((status) => isAmong(Number(status), [wanted])),
  status: (wanted, _, finding) => isAmong(statusOf(finding), wanted),
  documented: (wanted, _, finding) => finding.kind === "status" && finding.documented === wanted,
  header: (wanted, _, finding) =>
    finding.kind === "header" && finding.name.toLowerCase() === wanted,
};

/** Names of the conditions that an entry of `covers` may have. */
export const CONDITION_NAMES: readonly string[] = Object.keys(CONDITIONS);

/** Whether a finding is one of those that a waiver covers. */
export function isCovered(cover: Cover, subject: Subject, finding: Finding): boolean {
  const names = Object.keys(cover) as (keyof Cover)[];
  return names.every((name) => holds(name, cover, subject, finding));
}

function holds<Name extends keyof Cover>(
  name: Name,
  cover: Cover,
  subject: Subject,
  finding: Finding,
): boolean {
  const wanted = cover[name];
  return wanted === undefined || CONDITIONS[name](wanted, subject, finding);
}

/** The status that a finding is about; 0 if it is about none. */
function statusOf(finding: Finding): number {
  if (finding.kind === "status") {
    return finding.actual;
  }
  return "status" in finding ? finding.status : 0;
}
