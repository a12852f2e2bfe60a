import type { Need } from "../cases/case.ts";
import type { Fixture } from "./fixture.ts";

/** Something that holds between several responses of a target. */
export interface Invariant {
  /** What holds, as a sentence. */
  readonly name: string;
  /** The operation that it is about, and is reported with. */
  readonly operation: string;
  /** Other operations that it calls. */
  readonly also?: readonly string[];
  readonly needs: readonly Need[];
  /** Records on the fixture what does not hold, and why nothing could be checked. */
  check(fixture: Fixture): Promise<void>;
}
