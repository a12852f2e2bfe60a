import type { Operation, ParameterRule } from "@chainkit/runtime";

/** One parameter of an operation: what the runtime is told, and what the user is. */
export interface ParameterModel {
  readonly name: string;
  readonly rule: ParameterRule;
  /** Its type, as TypeScript. */
  readonly type: string;
  readonly description: string;
  /** Default and limits, in words; empty if there are none. */
  readonly limits: string;
  readonly deprecated: boolean;
  /** A value that fits; `undefined` if the spec shows none. */
  readonly example: unknown;
  /** Returns the example, or else a value made from the schema; throws if there can be none. */
  readonly sample: () => unknown;
}

/** A documented answer that is no success. */
export interface ErrorModel {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  /** The type of its body, as TypeScript. */
  readonly type: string;
  readonly description: string;
}

/** One operation: what the runtime is told, and what the user is. */
export interface OperationModel {
  readonly id: string;
  /** What the names of its types begin with. */
  readonly typeName: string;
  readonly rule: Omit<Operation, "parameters">;
  /** Whether it only reads. */
  readonly isSafe: boolean;
  readonly parameters: readonly ParameterModel[];
  /** The type of a success, as TypeScript. */
  readonly response: string;
  readonly responseDescription: string;
  readonly errors: readonly ErrorModel[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Where more is said about it. */
  readonly link: string | undefined;
  readonly tags: readonly string[];
}
