/** A command as a completion script knows it. */
export interface Completed {
  readonly name: string;
  readonly text: string;
  readonly flags: readonly CompletedFlag[];
  /** Words that follow the command. */
  readonly words: readonly string[];
  /** Those of them that the name of a profile follows. */
  readonly beforeProfile?: readonly string[];
}

/** A flag as a completion script knows it. */
interface CompletedFlag {
  readonly name: string;
  readonly short?: string;
  readonly text: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
  /** Whether its value is the name of a profile. */
  readonly isProfile?: boolean;
}

/** Command that prints the names of the profiles. */
export const PROFILE_NAMES = "chainkit profile names 2>/dev/null";
