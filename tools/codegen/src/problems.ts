/** One thing in a spec from which no right code can be made. */
export interface Problem {
  /** The operation, as `id (METHOD /path)`. */
  readonly operation: string;
  /** The place within the operation; empty for the operation itself. */
  readonly where: string;
  readonly what: string;
  readonly mend: string;
}

/** Notes a problem of the operation at hand. */
export type Report = (where: string, what: string, mend: string) => void;

/** Everything that kept one spec from being generated. Nothing has been written then. */
export class CodegenError extends Error {
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([`${file}: ${count}`, ...problems.map(describe)].join("\n"));
    this.name = "CodegenError";
    this.problems = problems;
  }
}

function describe({ operation, where, what, mend }: Problem): string {
  const place = where ? `${operation}, ${where}` : operation;
  return `  ${place}: ${what}\n    Mend: ${mend}`;
}
