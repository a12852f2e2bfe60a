import { readFile } from "node:fs/promises";
import type { Case, Kind } from "./cases/case.ts";
import { type Finding, type FindingKind, isAmong } from "./judge/finding.ts";
import type { Operation } from "./spec/operations.ts";

/** The waivers of the register, put there by the build of this package. */
const FILE = new URL("../dist/contract/waivers.json", import.meta.url);

/** A deviation that the register of the contract allows a deployment, once it is declared. */
export interface Waiver {
  /** The name for `--allow`. */
  readonly id: string;
  /** The open question of the register. */
  readonly question: string;
  /** Findings that it covers. Absent: an invariant names the waiver. */
  readonly covers?: readonly Cover[];
}

/** Findings that a waiver covers: those for which all of these hold. */
export interface Cover {
  readonly finding: FindingKind;
  /** Operation id. */
  readonly operation?: string;
  /** `security` of the operation. */
  readonly auth?: Operation["auth"];
  /** Kinds of cases. */
  readonly kinds?: readonly Kind[];
  /** Parameter that the case varies. */
  readonly parameter?: string;
  /** Part of the request that the case varies. */
  readonly place?: "body";
  /** Constraint that the case violates. */
  readonly keyword?: string;
  /** Status (`401`) or range (`4XX`) that the contract expects. */
  readonly expects?: string;
  /** Statuses and ranges that were received. */
  readonly status?: readonly string[];
  /** Whether the operation documents the received status. */
  readonly documented?: boolean;
  /** Name of the header, in lower case. */
  readonly header?: string;
}

/**
 * Reads the waivers of the register, which are bundled with this package.
 *
 * @throws Error if the package is not built.
 */
export async function loadWaivers(): Promise<Waiver[]> {
  return JSON.parse(await readFile(FILE, "utf8"));
}

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

/** Findings, and those among them that were allowed. */
export interface Waived {
  readonly findings: readonly Finding[];
  readonly waived: readonly Finding[];
}

/** The waivers of a run. */
export class Waivers {
  readonly #all: readonly Waiver[];
  readonly #allowed: ReadonlySet<string>;

  /**
   * @param all The waivers of the register.
   * @param allow Names of those that are allowed.
   * @throws Error naming an unknown one and those that there are.
   */
  constructor(all: readonly Waiver[], allow: readonly string[] = []) {
    const ids = all.map(({ id }) => id);
    const unknown = allow.find((id) => !ids.includes(id));
    if (unknown !== undefined) {
      throw new Error(`unknown waiver "${unknown}"; expected one of ${ids.join(", ")}`);
    }
    this.#all = all;
    this.#allowed = new Set(allow);
  }

  /**
   * Sorts out the findings that an allowed waiver covers. Those of waivers that were not allowed keep its
   * name, so that a report can offer it.
   */
  apply(subject: Subject, findings: readonly Finding[]): Waived {
    const named = findings.map((finding): Finding => {
      const covering = this.#covering(subject, finding);
      const waiver = covering.find((id) => this.#allowed.has(id)) ?? covering[0];
      return waiver === undefined ? finding : { ...finding, waiver };
    });
    const isWaived = ({ waiver }: Finding) => waiver !== undefined && this.#allowed.has(waiver);
    return {
      findings: named.filter((each) => !isWaived(each)),
      waived: named.filter(isWaived),
    };
  }

  #covering(subject: Subject, finding: Finding): string[] {
    if (finding.waiver !== undefined) {
      return [finding.waiver];
    }
    return this.#all
      .filter(({ covers = [] }) => covers.some((cover) => isCovered(cover, subject, finding)))
      .map(({ id }) => id);
  }
}
