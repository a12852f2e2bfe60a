/** A command as a completion script knows it. */
export interface Completed {
  readonly name: string;
  readonly text: string;
  readonly flags: readonly CompletedFlag[];
  /** Words that follow the command. */
  readonly words: readonly string[];
}

/** A flag as a completion script knows it. */
interface CompletedFlag {
  readonly name: string;
  readonly text: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
}
