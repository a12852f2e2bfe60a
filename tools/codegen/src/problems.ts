/** A part of a spec that cannot be generated correctly. */
export interface Problem {
  /** Operation id, or `METHOD /path` if another operation has it; empty for the whole document. */
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

/** Thrown with all problems of a spec. Nothing has been written. */
export class CodegenError extends Error {
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([`${file}: ${count}`, ...problems.map(describe)].join("\n"));
    this.name = "CodegenError";
    this.problems = problems;
  }

  /** Operations with problems, in the format of `--omit`. */
  get operations(): string[] {
    return [...new Set(this.problems.map(({ operation }) => operation).filter(Boolean))];
  }
}

function describe({ operation, route, where, what, fix }: Problem): string {
  const name = operation === route ? operation : `${operation} (${route})`;
  const place = [operation && name, where].filter(Boolean).join(", ");
  return `  ${place}: ${what}\n    Fix: ${fix}`;
}
