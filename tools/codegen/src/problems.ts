import { type Problem, problemText } from "@chainkit/openapi/rules";

/** Thrown with all problems of a spec. Nothing has been written. */
export class CodegenError extends Error {
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([`${file}: ${count}`, ...problems.map(problemText)].join("\n"));
    this.name = "CodegenError";
    this.problems = problems;
  }

  /** Operations with problems, in the format of `--omit`. */
  get operations(): string[] {
    return [...new Set(this.problems.map(({ operation }) => operation).filter(Boolean))];
  }
}
