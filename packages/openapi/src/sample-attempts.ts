import type { ErrorObject } from "./validate.ts";

/** A way to make a value. */
export type Alternative = () => unknown;

/**
 * Which of its alternatives each value is made by. A value has several lists of them, each of what the one before has
 * decided.
 */
export class Attempts {
  /** By the JSON pointer of the value. */
  readonly #chosen = new Map<string, number[]>();
  /** How many there are. */
  readonly #counts = new Map<string, number[]>();

  /** Forgets how many alternatives there are, but not which have been chosen. */
  clearCounts(): void {
    this.#counts.clear();
  }

  /**
   * Makes a value by the chosen alternative, or by the first one after it that does not throw.
   *
   * @param decided Position of the list of alternatives.
   * @param failure Is thrown where there are none.
   */
  take(pointer: string, decided: number, alternatives: readonly Alternative[], failure: Error) {
    entry(this.#counts, pointer)[decided] = alternatives.length;
    const chosen = entry(this.#chosen, pointer);
    let last: unknown = failure;
    for (let index = chosen[decided] ?? 0; index < alternatives.length; index++) {
      try {
        const value = alternatives[index]?.();
        chosen[decided] = index;
        return value;
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  /** Chooses others of the values that are wrong, or that hold them. Returns false if there are none. */
  tryOthers(errors: readonly ErrorObject[]): boolean {
    const ofChoices = errors.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf");
    const pointers = (ofChoices.length > 0 ? ofChoices : errors).map((error) => error.instancePath);
    return [...new Set(pointers)].map((pointer) => this.#tryOther(pointer)).includes(true);
  }

  #tryOther(pointer: string): boolean {
    const chosen = entry(this.#chosen, pointer);
    const counts = entry(this.#counts, pointer);
    for (const [decided, count] of [...counts.entries()].reverse()) {
      const next = (chosen[decided] ?? 0) + 1;
      if (next < count) {
        // What the value consists of is chosen anew.
        chosen.splice(decided, chosen.length, next);
        for (const key of this.#chosen.keys()) {
          if (key.startsWith(`${pointer}/`)) {
            this.#chosen.delete(key);
          }
        }
        return true;
      }
    }
    return pointer !== "" && this.#tryOther(pointer.slice(0, pointer.lastIndexOf("/")));
  }
}

function entry(lists: Map<string, number[]>, pointer: string): number[] {
  const list = lists.get(pointer) ?? [];
  lists.set(pointer, list);
  return list;
}
