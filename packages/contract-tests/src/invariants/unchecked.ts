/** What an invariant did not compare, and why. */
export class Unchecked {
  readonly #reasons = new Map<string, boolean>();
  /** Number of records within which long listings were compared; undefined if all were compared to their end. */
  #extent: number | undefined;

  /**
   * Records why a part was not checked; reported if nothing else was checked.
   *
   * @param isOptional Whether the contract does not require the target to have it.
   */
  skip(reason: string, isOptional: boolean): void {
    this.#reasons.set(reason, isOptional);
  }

  /** Records that a listing was compared only up to this number of records. */
  limitTo(count: number): void {
    this.#extent = Math.min(count, this.#extent ?? count);
  }

  /** Reason why nothing was compared. */
  get reason(): string {
    return [...this.#reasons.keys()].join("; ") || "the target has nothing to check it on";
  }

  /** Whether nothing was compared because the target lacks what the contract does not require. */
  get isOptional(): boolean {
    return this.#reasons.size > 0 && [...this.#reasons.values()].every(Boolean);
  }

  /** The part of the listings that was compared; undefined if all of them. */
  get extent(): string | undefined {
    return this.#extent === undefined
      ? undefined
      : `the first ${this.#extent.toLocaleString("en")} records`;
  }
}
