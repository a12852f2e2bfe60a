import type { Need } from "../cases/case.ts";
import type { CallParams } from "../cases/values.ts";
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
  /** Default: state, and known calls of the operation. */
  readonly needs?: readonly Need[];
  /** The calls that it is checked for. Default: the known ones of the operation. */
  readonly calls?: (fixture: Fixture) => Iterable<CallParams>;
  /** Records violations of one call, or why nothing could be checked, on the fixture. */
  check(fixture: Fixture, params: CallParams, index: number): Promise<void>;
}

/** The calls of an invariant that is checked once. */
export const ONCE = (): readonly CallParams[] => [{}];
