import type { Finding } from "../judge/finding.ts";
import { isCovered, type Subject } from "./match.ts";
import type { Waiver } from "./waiver.ts";

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
