/** One thing in a spec from which no right code can be made. */
export interface Problem {
  /** The operation by its id, or by `METHOD /path` if it has none; empty for the whole document. */
  readonly operation: string;
  /** `METHOD /path` of the operation. */
  readonly route: string;
  /** The place within the operation; empty for the operation itself. */
  readonly where: string;
  readonly what: string;
  readonly fix: string;
}

/** Notes a problem of the operation at hand. */
export type Report = (where: string, what: string, fix: string) => void;

/** Everything that kept one spec from being generated. Nothing has been written then. */
export class CodegenError extends Error {
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([`${file}: ${count}`, ...problems.map(describe)].join("\n"));
    this.name = "CodegenError";
    this.problems = problems;
  }

  /** The operations at fault, as `--omit` takes them. */
  get operations(): string[] {
    return [...new Set(this.problems.map(({ operation }) => operation).filter(Boolean))];
  }
}

function describe({ operation, route, where, what, fix }: Problem): string {
  const name = operation === route ? operation : `${operation} (${route})`;
  const place = [operation && name, where].filter(Boolean).join(", ");
  return `  ${place}: ${what}\n    Fix: ${fix}`;
}
