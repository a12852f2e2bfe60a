/** One violation of the contract. */
export interface Finding {
  readonly about:
    | "status"
    | "content type"
    | "header"
    | "body"
    | "errors"
    | "validator disagreement"
    | "invariant";
  /** Requirement of the contract. */
  readonly expected: string;
  /** Location of the requirement: `spec/chain-data.yaml:57`, or another document. */
  readonly rule: string;
  /** Value received instead. */
  readonly actual: string;
  /** The request as a curl command, where it is not the one of the failure. */
  readonly request?: string;
  /** The waiver of the register that covers this deviation, for `--allow`. */
  readonly waiver?: string;
}

const MAX_SHOWN = 300;

/** Formats a value for a message, shortened. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_SHOWN
    ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`
    : text;
}
