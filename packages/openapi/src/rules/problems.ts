/** A part of a document that is not supported. */
export interface Problem {
  /** Operation id, or `METHOD /path` of one that cannot be read; empty for the whole document. */
  readonly operation: string;
  /** `METHOD /path` of the operation. */
  readonly route: string;
  /** Location within the operation; empty for the operation itself. */
  readonly where: string;
  readonly what: string;
  readonly fix: string;
}

/** Reports a problem of the current operation. */
export type Report = (where: string, what: string, fix: string) => void;

/** Formats a problem: its place, what is wrong, and the fix. */
export function problemText({ operation, route, where, what, fix }: Problem): string {
  const name = operation === route ? operation : `${operation} (${route})`;
  const place = [name, where].filter(Boolean).join(", ");
  return `  ${place}: ${what}\n    Fix: ${fix}`;
}
