import type { JsonSchema } from "@chainkit/client/operations";

/** A flag of the command line. */
export interface Option {
  /** Without its dashes. */
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in help; absent if the flag takes none. */
  readonly value?: string;
  /** The only values that are allowed. */
  readonly values?: readonly string[];
  readonly text: string;
  /** Whether it may be given more than once. */
  readonly multiple?: true;
  /** Whether its value is a secret: it is never taken for the abbreviation of a parameter. */
  readonly secret?: true;
  /** Set if the flag is a parameter of the operation. */
  readonly parameter?: Parameter;
}

/** The parameter behind a flag. */
interface Parameter {
  /** Its name on the wire. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The value of each flag that was given, by name; several where it may be repeated. */
export type Given = ReadonlyMap<string, readonly string[]>;
