import type { Need } from "../cases/case.ts";
import type { Fixture } from "./fixture.ts";

/** A property of several responses of a target. */
export interface Invariant {
  /** The property as a sentence. */
  readonly name: string;
  /** Sentence of the contract or its register that states it, verbatim. What neither states is not tested. */
  readonly basis: string;
  /** Operation that it is reported with. */
  readonly operation: string;
  /** Other operations that it calls. */
  readonly also?: readonly string[];
  readonly needs: readonly Need[];
  /** Records violations, or why nothing could be checked, on the fixture. */
  check(fixture: Fixture): Promise<void>;
}
