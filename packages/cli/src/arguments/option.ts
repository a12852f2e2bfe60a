import type { JsonSchema } from "@chainkit/client/operations";

/** A flag of the command line. */
export interface Option {
  /** Name without dashes. */
  readonly name: string;
  readonly short?: string;
  /** Placeholder for the value in help; absent if the flag takes no value. */
  readonly value?: string;
  /** Allowed values; absent if any are. */
  readonly values?: readonly string[];
  readonly text: string;
  /** Whether the flag may be repeated. */
  readonly multiple?: true;
  /** Whether the value is a secret; the flag is rejected where it could also abbreviate a parameter. */
  readonly secret?: true;
  /** Parameter of the operation that the flag sets. */
  readonly parameter?: Parameter;
}

/** The parameter behind a flag. */
interface Parameter {
  /** Wire name. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Values of the flags on the command line, by name. */
export type Given = ReadonlyMap<string, readonly string[]>;
