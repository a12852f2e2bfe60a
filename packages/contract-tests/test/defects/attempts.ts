import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Patterns of `include` for a run that looks for a defect; undefined: everything. */
export type Attempt = readonly string[] | undefined;

/** With `CHAINKIT_RECORD=1`, which case finds each defect is recorded anew. */
const IS_RECORDING = process.env.CHAINKIT_RECORD === "1";

/** With `CHAINKIT_THOROUGH=1`, as each night, the suite is not told where to look. */
const IS_TOLD = process.env.CHAINKIT_THOROUGH !== "1" && !IS_RECORDING;

/** Every nth element; all each night, and where findings are recorded. */
export function sample<T>(items: readonly T[], step: number): T[] {
  return IS_TOLD ? items.filter((_, index) => index % step === 0) : [...items];
}

/** Titles of the cases that found each defect when last recorded, to look there first. */
export class Recorded {
  readonly #file: URL;
  readonly #titles: Readonly<Record<string, string>>;
  readonly #found: Record<string, string> = {};

  /** @param file JSON file with the title by defect. */
  constructor(file: URL) {
    this.#file = file;
    this.#titles = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  }

  /** The title of the case that found a defect. */
  titleOf(defect: string): string | undefined {
    return IS_TOLD ? this.#titles[defect] : undefined;
  }

  /** The same, also where the suite is not told where to look. */
  recordedTitle(defect: string): string | undefined {
    return this.#titles[defect];
  }

  /** The titles of all recorded cases. */
  get titles(): string[] {
    return [...new Set(Object.values(this.#titles))].sort();
  }

  /** Notes which case has found a defect. */
  note(defect: string, title: string): void {
    this.#found[defect] = title;
  }

  /** Writes what was noted, if `CHAINKIT_RECORD=1` asks for it. */
  save(): void {
    if (IS_RECORDING) {
      const sorted = Object.entries({ ...this.#titles, ...this.#found }).sort(([one], [other]) =>
        one < other ? -1 : 1,
      );
      writeFileSync(this.#file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    }
  }
}

/**
 * Where to look for a defect, in turn: the case that found it when last recorded, the invariants if one is likely
 * to notice, and everything.
 */
export function attemptsOf(recorded: string | undefined, isRelation: boolean): Attempt[] {
  return [
    ...(recorded === undefined ? [] : [[recorded]]),
    ...(isRelation ? [["invariant"]] : []),
    undefined,
  ];
}

/** A recorded case that no longer exists is passed over. */
export function unlessUnknown(error: Error): undefined {
  if (!/matches nothing/.test(error.message)) {
    throw error;
  }
}
