import type { Operation, ParameterRule } from "@chainkit/runtime";
import type { Credential } from "../index.ts";

/** A parameter of an operation: its rule for the runtime, and its documentation. */
export interface ParameterModel {
  readonly name: string;
  readonly rule: ParameterRule;
  /** TypeScript type. */
  readonly type: string;
  readonly description: string;
  /** Description of default and limits; empty if there are none. */
  readonly limits: string;
  readonly deprecated: boolean;
  /** Example value; `undefined` if the spec has none. */
  readonly example: unknown;
  /** Returns the example, or else a value generated from the schema; throws if that is impossible. */
  readonly sample: () => unknown;
}

/** A documented error response. */
export interface ErrorModel {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  /** TypeScript type of the body. */
  readonly type: string;
  readonly description: string;
}

/** A client option that is a credential. */
export interface CredentialOption {
  readonly name: string;
  /** Name of its security scheme. */
  readonly scheme: string;
  readonly credential: Credential;
}

/** An operation: its rule for the runtime, and its documentation. */
export interface OperationModel {
  readonly id: string;
  /** Prefix of its type names. */
  readonly typeName: string;
  readonly rule: Omit<Operation, "parameters">;
  /** Whether the operation is read-only. */
  readonly isSafe: boolean;
  readonly parameters: readonly ParameterModel[];
  /** Alternatives of credentials, each the client options that are sent together. */
  readonly credentials: readonly (readonly CredentialOption[])[];
  /** TypeScript type of a success response. */
  readonly response: string;
  readonly responseDescription: string;
  readonly errors: readonly ErrorModel[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Link to its documentation. */
  readonly link: string | undefined;
  readonly tags: readonly string[];
}
