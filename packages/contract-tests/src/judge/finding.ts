/** What is wrong with an answer. */
export interface Finding {
  readonly about:
    | "status"
    | "content type"
    | "header"
    | "body"
    | "blame"
    | "second opinion"
    | "law";
  /** What the contract demands. */
  readonly expected: string;
  /** Where it demands it: `spec/chain-data.yaml:57`, or another document. */
  readonly rule: string;
  /** What came instead. */
  readonly actual: string;
}

const MAX_SHOWN = 300;

/** A value as a reader can take it in. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_SHOWN
    ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`
    : text;
}
